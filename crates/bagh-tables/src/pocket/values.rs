//! The values of a layer, from the tables that an edition is made of.

use crate::error::TableError;
use crate::file::codes::value_code;
use crate::file::format::Contents;
use crate::file::placement::LayerReader;
use crate::file::reader::TableFile;
use crate::rank::Ranking;
use crate::space::Space;
use crate::tables::Tables;
use crate::verify::sliding::SlidingClass;

/// Where the values of a layer come from.
pub(crate) enum Values<'a> {
    Placement { file: Box<TableFile>, space: &'a Space, placed: u8 },
    Sliding(Vec<SlidingClass>),
}

impl<'a> Values<'a> {
    pub(crate) fn open(tables: &'a Tables, placed: u8) -> Result<Values<'a>, TableError> {
        let game = tables.game();
        if placed == game.goats() {
            let class = |captured| SlidingClass::read(tables, captured);
            return Ok(Values::Sliding((0..game.captures()).map(class).collect::<Result<_, _>>()?));
        }
        let file = tables.open_table(Contents::Placement { placed })?;
        Ok(Values::Placement { file: Box::new(file), space: tables.space(), placed })
    }

    /// The codes of a block's values by index. Herds that the layer does not have have that of the
    /// tigers' win.
    pub(crate) fn block(&self, space: &Space, block: u32) -> Result<Vec<u8>, TableError> {
        let captures = space.game().captures();
        let mut codes = vec![captures + 1; 1 << space.free()];
        match self {
            Values::Placement { file, space, placed } => {
                let reader = LayerReader::new(file, space, *placed)?;
                reader.read(block, |index, code| {
                    codes[index as usize] = value_code(code, captures);
                })?;
            }
            Values::Sliding(classes) => {
                for class in classes {
                    let goats = u32::from(space.game().goats() - class.captured);
                    let herds = Ranking::new(space.free(), goats).subsets();
                    for (rank, &index) in herds.iter().enumerate() {
                        codes[index as usize] = class.tiger_code(block, rank);
                    }
                }
            }
        }
        Ok(codes)
    }
}
