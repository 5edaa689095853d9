use super::*;

const LAYOUTS: [IndexLayout; 2] = [IndexLayout::CountInHeader, IndexLayout::CountInIndex];

fn container(index: IndexLayout) -> Container {
    Container { magic: *b"\x89TEST\r\n\x1a", oldest: 2, version: 3, index }
}

fn open(container: Container, bytes: &[u8]) -> Result<BlockIndex, ContainerError<Infallible>> {
    let front: Front<u64> = container.read_front(bytes)?;
    container.read_index(bytes, front.end, front.header)
}

fn written(container: Container) -> (Vec<Vec<u8>>, Vec<u8>) {
    let blocks = vec![b"one".to_vec(), Vec::new(), vec![7; 300]];
    let mut bytes = Vec::new();
    container.write(&mut bytes, &3u64, &blocks).unwrap();
    (blocks, bytes)
}

#[test]
fn blocks_are_read_back() {
    for container in LAYOUTS.map(container) {
        let (blocks, bytes) = written(container);
        let index = open(container, &bytes).unwrap();
        assert_eq!(index.blocks(), blocks.len());
        for (number, block) in blocks.iter().enumerate() {
            let range = index.range(number);
            let found = &bytes[range.start as usize..range.end as usize];
            assert_eq!(found, block);
            assert!(index.matches(number, found));
            assert!(!index.matches(number, b"other"));
        }
    }
}

/// Files that are in use: their bytes must stay what they are.
#[test]
fn the_bytes_are_as_documented() {
    let front = [b"\x89TEST\r\n\x1a".as_slice(), &[3, 0, 0, 0], &[1, 0, 0, 0], b"3"].concat();
    for (container, count, width) in
        [(container(LAYOUTS[0]), &[][..], 4), (container(LAYOUTS[1]), &[3, 0, 0, 0][..], 8)]
    {
        let (blocks, bytes) = written(container);
        let mut index = count.to_vec();
        for block in &blocks {
            index.extend(&(block.len() as u64).to_le_bytes()[..width]);
            index.extend(xxh3_64(block).to_le_bytes());
        }
        let sum = |bytes: &[u8]| xxh3_64(bytes).to_le_bytes().to_vec();
        let expected =
            [front.clone(), sum(&front), index.clone(), sum(&index), blocks.concat()].concat();
        assert_eq!(bytes, expected);
    }
}

#[test]
fn damage_before_the_blocks_is_noticed() {
    for container in LAYOUTS.map(container) {
        let (blocks, bytes) = written(container);
        let data = bytes.len() - blocks.concat().len();
        for at in 0..data {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(open(container, &changed).is_err(), "byte {at}");
        }
        for end in 0..bytes.len() {
            assert!(open(container, &bytes[..end]).is_err(), "{end} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        let found = longer.len() as u64;
        assert_eq!(
            open(container, &longer),
            Err(ContainerError::Length { found, expected: found - 1 })
        );
    }
}

#[test]
fn blocks_that_are_too_long_are_told() {
    let container = container(LAYOUTS[0]);
    let (_, bytes) = written(container);
    let index = open(container, &bytes).unwrap();
    let check = |most: [u64; 3]| index.check_lengths::<Infallible>(|number| most[number]);
    assert_eq!(check([3, 0, 300]), Ok(()));
    let error = check([3, 0, 299]).unwrap_err();
    assert_eq!(error, ContainerError::Block { number: 2, found: 300, most: 299 });
    assert_eq!(error.to_string(), "block 2 has 300 bytes, expected at most 299");
}

#[test]
fn what_is_wrong_is_told() {
    let container = container(LAYOUTS[0]);
    let (_, bytes) = written(container);
    assert_eq!(open(container, b"short"), Err(ContainerError::CutOff));
    let mut other = bytes.clone();
    other[0] = b'x';
    assert_eq!(open(container, &other), Err(ContainerError::Magic));
    let mut newer = bytes.clone();
    newer[8] = 4;
    assert_eq!(open(container, &newer), Err(ContainerError::Version { found: 4, known: 3 }));
    // Lengths that no file has are refused without an allocation.
    let mut long = bytes;
    long[12..16].fill(0xff);
    assert_eq!(open(container, &long), Err(ContainerError::Header));
    let many = container.read_index(&long[..], 25, u64::MAX);
    assert_eq!(many, Err(ContainerError::CutOff));
}
