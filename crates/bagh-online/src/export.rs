//! An online game as a record.

use bagh::record::Record;

use crate::game::OnlineGame;
use crate::time_control::TimeControl;

/// The names of the players at the time of the export. Logs do not hold names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The player of the tigers.
    pub tiger: Option<&'a str>,
    /// The player of the goats.
    pub goat: Option<&'a str>,
}

impl OnlineGame {
    /// The game as a record: what was played and not taken back, with the result. Ends that
    /// records do not know, such as a loss on time, stand in the tag `Termination`.
    ///
    /// ```
    /// use bagh_online::{Names, OnlineGame, Seats, Setup, TimeControl};
    ///
    /// let setup = Setup::new("bagh-chal", TimeControl::minutes(5, 3));
    /// let created = OnlineGame::create(setup, Seats::default(), None, 0).unwrap();
    /// let game = OnlineGame::replay([&created]).unwrap();
    /// let text = game.record(Names { tiger: Some("Tenzin"), goat: None }).to_text();
    /// assert!(text.contains("[Tigers \"Tenzin\"]"), "{text}");
    /// assert!(text.contains("[TimeControl \"300+3\"]"), "{text}");
    /// ```
    pub fn record(&self, names: Names<'_>) -> Record {
        let mut record = Record::from_history(self.history());
        let time = match self.setup.time {
            TimeControl::Unlimited => "-".to_owned(),
            TimeControl::Increment { base, increment } => format!("{base}+{increment}"),
            TimeControl::Days { days } => format!("1/{}", days * 86_400),
        };
        let termination = self.ending.map(|ending| ending.reason.word().to_owned());
        let tags = [
            ("Tigers", names.tiger.map(str::to_owned)),
            ("Goats", names.goat.map(str::to_owned)),
            ("Date", Some(utc_date(self.created))),
            ("TimeControl", Some(time)),
            ("Rated", self.setup.rated.then(|| "yes".to_owned())),
            ("Termination", termination),
        ];
        for (name, value) in tags {
            if let Some(value) = value {
                record.set_tag(name, value).expect("the names of these tags are valid");
            }
        }
        if let Some(ending) = self.ending {
            // Ends by the rules follow from the moves, and declaring them again changes nothing.
            let _ = record.declare(ending.outcome, ending.reason.in_records());
        }
        record
    }
}

/// A date as `2026-11-16`, by the usual conversion from days to the proleptic Gregorian calendar.
fn utc_date(at: crate::Millis) -> String {
    let days = (at / 86_400_000) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::utc_date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0_u64, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(utc_date(seconds * 1000), date);
        }
    }
}
