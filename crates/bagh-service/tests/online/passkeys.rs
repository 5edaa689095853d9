//! Passkeys from the first to the last, and everything that must not sign in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::authenticator::{Authenticator, client_data};
use crate::client::{Person, Reply, World};

const ORIGIN: &str = "http://localhost";

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The challenge in options that a browser was sent.
fn challenge(reply: &Reply) -> String {
    let options = reply.fine()["options"].clone();
    let bytes = URL_SAFE_NO_PAD.decode(options["challenge"].as_str().unwrap()).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn made(device: &Authenticator, challenge: &str, origin: &str) -> Value {
    let data = client_data("webauthn.create", challenge, origin);
    json!({
        "label": "a phone", "client_data": text(&data), "attestation": text(&device.attestation()),
    })
}

fn add(person: &mut Person, device: &Authenticator) -> Reply {
    let challenge = challenge(&person.post("/api/online/passkeys/new", &json!({})));
    person.post("/api/online/passkeys", &made(device, &challenge, ORIGIN))
}

fn signed(device: &mut Authenticator, challenge: &str, origin: &str) -> Value {
    let data = client_data("webauthn.get", challenge, origin);
    let (authenticator_data, signature) = device.sign(&data);
    json!({
        "id": text(&device.id), "client_data": text(&data),
        "authenticator_data": text(&authenticator_data), "signature": text(&signature),
    })
}

fn sign_in(person: &mut Person, device: &mut Authenticator) -> Reply {
    let challenge = challenge(&person.post("/api/online/passkeys/challenge", &json!({})));
    let answer = signed(device, &challenge, ORIGIN);
    person.post("/api/online/passkeys/login", &answer)
}

pub fn a_guest_keeps_an_account_with_a_passkey(world: &World) {
    let mut maya = world.guest();
    let options = maya.post("/api/online/passkeys/new", &json!({})).fine()["options"].clone();
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["user"]["id"], json!(text(maya.id.as_bytes())));
    let mut device = Authenticator::new("localhost");
    add(&mut maya, &device).fine();
    let listed = maya.get("/api/online/passkeys").fine()["passkeys"].clone();
    assert_eq!(listed[0]["label"], "a phone");
    assert_eq!(listed.as_array().unwrap().len(), 1);

    let mut phone = world.visitor();
    let player = sign_in(&mut phone, &mut device).fine();
    assert_eq!(player["player"]["id"], json!(maya.id));
    assert!(maya.get("/api/online/passkeys").fine()["passkeys"][0]["used"].is_u64());

    // A name needs no password then, and the last passkey stays.
    let mut other = world.guest();
    other.post("/api/online/register", &json!({ "name": "other" })).refused(400);
    phone.post("/api/online/register", &json!({ "name": "Maya" })).fine();
    let path = format!("/api/online/passkeys/{}/remove", text(&device.id));
    other.post(&path, &json!({})).refused(404);
    phone.post(&path, &json!({})).refused(409);
    let second = Authenticator::new("localhost");
    add(&mut phone, &second).fine();
    phone.post(&path, &json!({})).fine();
    phone.post(&path, &json!({})).refused(404);
    assert_eq!(sign_in(&mut world.visitor(), &mut device).refused(403)["code"], "forbidden");

    // Without a password, a passkey proves who asks for new recovery codes.
    let mut second = second;
    let codes = "/api/online/recovery-codes";
    phone.post(codes, &json!({ "password": "chautari 1" })).refused(403);
    let proof = |device: &mut Authenticator| {
        let open = challenge(&world.visitor().post("/api/online/passkeys/challenge", &json!({})));
        json!({ "passkey": signed(device, &open, ORIGIN) })
    };
    let new = phone.post(codes, &proof(&mut second)).fine()["recovery_codes"].clone();
    assert_eq!(new.as_array().unwrap().len(), 8);
    let mut stranger = Authenticator::new("localhost");
    add(&mut other, &stranger).fine();
    phone.post(codes, &proof(&mut stranger)).refused(403);
    phone.post(codes, &json!({})).refused(400);
    let both = json!({ "password": "x", "passkey": proof(&mut second)["passkey"] });
    assert_eq!(phone.post(codes, &both).refused(400)["field"], "password");

    let export = phone.get("/api/online/export").fine();
    assert_eq!(export["passkeys"][0]["id"], json!(text(&second.id)));
    phone.post("/api/online/delete", &json!({ "confirm": "Maya" })).fine();
    sign_in(&mut world.visitor(), &mut second).refused(403);
}

#[test]
fn answers_are_good_once_and_for_the_one_who_asked() {
    let world = World::new();
    let (mut maya, mut mallory) = (world.guest(), world.guest());
    let mut device = Authenticator::new("localhost");
    add(&mut maya, &device).fine();

    // The same answer again, a copy of the device, somebody else's challenge, one made up.
    let path = "/api/online/passkeys/login";
    let mut visitor = world.visitor();
    let open = challenge(&visitor.post("/api/online/passkeys/challenge", &json!({})));
    let answer = signed(&mut device, &open, ORIGIN);
    visitor.post(path, &answer).fine();
    visitor.post(path, &answer).refused(403);
    device.counter = 0;
    let error = sign_in(&mut world.visitor(), &mut device).refused(403);
    assert!(error["message"].as_str().unwrap().contains("copied"), "{error}");
    device.counter = 10;
    let adding = challenge(&mallory.post("/api/online/passkeys/new", &json!({})));
    visitor.post(path, &signed(&mut device, &adding, ORIGIN)).refused(403);
    visitor.post(path, &signed(&mut device, "made-up", ORIGIN)).refused(403);
    let fresh = Authenticator::new("localhost");
    maya.post("/api/online/passkeys", &made(&fresh, &adding, ORIGIN)).refused(403);

    // Another origin, a wrong signature, another account's handle, a known credential.
    let mut try_with = |change: &dyn Fn(&mut Value)| {
        let open = challenge(&visitor.post("/api/online/passkeys/challenge", &json!({})));
        let mut answer = signed(&mut device, &open, ORIGIN);
        change(&mut answer);
        world.visitor().post(path, &answer)
    };
    try_with(&|_| {}).fine();
    try_with(&|answer| answer["signature"] = json!("AAAA")).refused(403);
    try_with(&|answer| answer["user_handle"] = json!(text(mallory.id.as_bytes()))).refused(403);
    try_with(&|answer| answer["id"] = json!("AAAA")).refused(403);
    for field in ["client_data", "authenticator_data", "signature"] {
        for bad in [json!("\u{e9}"), json!(7), json!(null), json!("")] {
            let reply = try_with(&|answer| answer[field] = bad.clone());
            assert!((400..404).contains(&reply.status), "{field}: {bad}: {reply:?}");
        }
    }
    let open = challenge(&world.visitor().post("/api/online/passkeys/challenge", &json!({})));
    let foreign = signed(&mut device, &open, "https://elsewhere.example");
    world.visitor().post(path, &foreign).refused(400);
    add(&mut mallory, &device).refused(409);
    assert_eq!(mallory.get("/api/online/passkeys").fine()["passkeys"], json!([]));
    world.visitor().get("/api/online/passkeys").refused(401);
    world.visitor().post("/api/online/passkeys/new", &json!({})).refused(401);
}

#[test]
fn tries_are_limited_like_passwords() {
    let world = World::with(tempfile::tempdir().unwrap(), 1);
    let mut visitor = world.visitor();
    let replies: Vec<Reply> =
        (0..30).map(|_| visitor.post("/api/online/passkeys/challenge", &json!({}))).collect();
    let last = replies.last().unwrap();
    assert_eq!(last.refused(429)["key"], "logins");
    assert!(last.header("retry-after").is_some());
}
