//! Writes a container of checked blocks, reads one block of it, and notices damage:
//! `cargo run -p bagh-files --example container`.

use std::error::Error;

use bagh_files::{Container, Durability, Front, IndexLayout, replace};

const CONTAINER: Container =
    Container { magic: *b"\x89NOTES\r\n", oldest: 1, version: 1, index: IndexLayout::CountInIndex };

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notes");
    let blocks = [b"the first block".to_vec(), b"the second".to_vec()];
    // The file is there with all of it, or not at all, whatever happens on the way.
    replace(&path, Durability::Synced, |out| CONTAINER.write(out, &"a header, any JSON", &blocks))?;

    let mut bytes = std::fs::read(&path)?;
    println!("{}", second_block(&bytes)?);

    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    match second_block(&bytes) {
        Ok(_) => Err("damage went unnoticed".into()),
        Err(error) => {
            println!("after one bit was changed: {error}");
            Ok(())
        }
    }
}

/// The second block, if it is as it was written.
fn second_block(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let front: Front<String> = CONTAINER.read_front(bytes)?;
    let index = CONTAINER.read_index(bytes, front.end, 0)?;
    let range = index.range(1);
    let block = &bytes[range.start as usize..range.end as usize];
    match index.matches(1, block) {
        true => Ok(String::from_utf8(block.to_vec())?),
        false => Err("the checksum of block 1 is wrong".into()),
    }
}
