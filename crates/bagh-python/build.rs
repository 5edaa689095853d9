//! Linker arguments of an extension module, which some systems need.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
