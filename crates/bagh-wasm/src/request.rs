//! What a request brings, part by part. One reader for every request makes a smaller module than a
//! derived one for each, and every first visit loads the module.

use bagh::{Outcome, Reason, Side};
use serde_json::{Map, Value};

use crate::error::Fault;

/// The parts of a request, or of an object in one.
pub struct Parts<'r>(&'r Map<String, Value>);

impl<'r> Parts<'r> {
    /// The parts of an object.
    pub fn of(value: &'r Value) -> Option<Parts<'r>> {
        value.as_object().map(Parts)
    }

    /// A part that must be there.
    pub fn get<T: Part>(&self, name: &'static str) -> Result<T, Fault> {
        self.find(name)?.ok_or_else(|| expected(name, T::KIND, "nothing"))
    }

    /// A part that may be left out.
    pub fn find<T: Part>(&self, name: &'static str) -> Result<Option<T>, Fault> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match T::read(value) {
                None => Err(expected(name, T::KIND, "something else")),
                some => Ok(some),
            },
        }
    }

    /// A part that has a usual value.
    pub fn or_default<T: Part + Default>(&self, name: &'static str) -> Result<T, Fault> {
        Ok(self.find(name)?.unwrap_or_default())
    }
}

fn expected(name: &'static str, kind: &str, found: &str) -> Fault {
    Fault::new(name, format!("found {found}, expected {kind}"))
}

/// Something that a request can bring.
pub trait Part: Sized {
    /// What it is, for a message.
    const KIND: &'static str;

    fn read(value: &Value) -> Option<Self>;
}

impl Part for String {
    const KIND: &'static str = "a text";

    fn read(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

impl Part for bool {
    const KIND: &'static str = "true or false";

    fn read(value: &Value) -> Option<bool> {
        value.as_bool()
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Part for $number {
            const KIND: &'static str = "a whole number";

            fn read(value: &Value) -> Option<$number> {
                value.as_u64()?.try_into().ok()
            }
        }
    )*};
}

whole_numbers!(u8 u32 u64 usize);

impl<T: Part> Part for Vec<T> {
    const KIND: &'static str = "a list";

    fn read(value: &Value) -> Option<Vec<T>> {
        value.as_array()?.iter().map(T::read).collect()
    }
}

/// A name with its value.
impl Part for (String, String) {
    const KIND: &'static str = "a pair of texts";

    fn read(value: &Value) -> Option<(String, String)> {
        match value.as_array()?.as_slice() {
            [name, value] => Some((String::read(name)?, String::read(value)?)),
            _ => None,
        }
    }
}

impl Part for Side {
    const KIND: &'static str = "tiger or goat";

    fn read(value: &Value) -> Option<Side> {
        match value.as_str()? {
            "tiger" => Some(Side::Tiger),
            "goat" => Some(Side::Goat),
            _ => None,
        }
    }
}

impl Part for Outcome {
    const KIND: &'static str = "tiger-win, draw or goat-win";

    fn read(value: &Value) -> Option<Outcome> {
        Outcome::from_word(value.as_str()?)
    }
}

impl Part for Reason {
    const KIND: &'static str = "a reason";

    fn read(value: &Value) -> Option<Reason> {
        Reason::from_word(value.as_str()?)
    }
}
