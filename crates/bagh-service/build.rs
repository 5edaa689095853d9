//! Takes the page (`web/dist`) into the program, compressed beforehand. Where it was not built, a
//! plain page says how to.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The page that stands in for one that was not built.
const NOT_BUILT: &str = "src/not_built.html";

fn main() -> io::Result<()> {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={NOT_BUILT}");
    let web = here.join("../../web");
    let dist = web.join("dist");
    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        println!("cargo:rerun-if-changed={}", dist.display());
        find(&dist, &dist, &mut files)?;
        files.sort();
    } else {
        // A path that is not there would mean a new build each time; the folder around it changes
        // when the page is built.
        if web.is_dir() {
            println!("cargo:rerun-if-changed={}", web.display());
        }
        files.push(("index.html".to_owned(), here.join(NOT_BUILT)));
    }
    let mut code = String::from("pub static ASSETS: &[Asset] = &[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let bytes = fs::read(path)?;
        let plain = out.join(format!("asset-{number}"));
        fs::write(&plain, &bytes)?;
        let brotli = keep(&out, &format!("asset-{number}.br"), &bytes, &brotli(&bytes)?)?;
        let gzip = keep(&out, &format!("asset-{number}.gz"), &bytes, &gzip(&bytes)?)?;
        let hash = &blake3::hash(&bytes).to_hex()[..16];
        writeln!(
            code,
            "    Asset {{ path: {name:?}, hash: {hash:?}, plain: include_bytes!({plain:?}), brotli: {brotli}, gzip: {gzip} }},",
        )
        .map_err(io::Error::other)?;
    }
    code += "];\n";
    fs::write(out.join("assets.rs"), code)
}

fn variable(name: &str) -> io::Result<String> {
    std::env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

/// All files below a folder, by their path in an address.
fn find(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), path.clone()));
        }
    }
    Ok(())
}

/// Writes the compressed form, if it is worth it.
fn keep(out: &Path, name: &str, plain: &[u8], packed: &[u8]) -> io::Result<String> {
    if packed.len() * 10 > plain.len() * 9 {
        return Ok("None".to_owned());
    }
    let path = out.join(name);
    fs::write(&path, packed)?;
    Ok(format!("Some(include_bytes!({path:?}))"))
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    const BUFFER: usize = 4096;
    const QUALITY: u32 = 11;
    const WINDOW: u32 = 22;
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, BUFFER, QUALITY, WINDOW);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(packed)
}

/// The page is compressed as small as can be. The engine is large, and does not keep a first visit
/// waiting: it gets what is done quickly.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    const LARGE: usize = 600_000;
    if bytes.len() > LARGE {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        writer.write_all(bytes)?;
        return writer.finish();
    }
    let mut packed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}
