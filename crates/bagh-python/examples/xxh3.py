"""The checksum XXH3-64 in plain Python, without a seed."""

from __future__ import annotations

import struct

WORD = (1 << 64) - 1
PRIME32 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
PRIME64 = (
    *(0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63),
    0x27D4EB2F165667C5,
)

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)

#: Data is taken in stripes of 64 bytes, each with a part of the secret that begins 8 bytes later.
STRIPE, STRIPES = 64, 16


def number(data: bytes, at: int) -> int:
    """Eight bytes as a number."""
    return int.from_bytes(data[at : at + 8], "little")


def fold(a: int, b: int) -> int:
    """The two halves of a product, mixed."""
    product = a * b
    return product & WORD ^ product >> 64


def avalanche(h: int) -> int:
    h = (h ^ h >> 37) * 0x165667919E3779F9 & WORD
    return h ^ h >> 32


def xxh3(data: bytes) -> int:
    """The checksum of some bytes."""
    if len(data) <= 16:
        return short(data)
    return medium(data) if len(data) <= 240 else long(data)


def short(data: bytes) -> int:
    """Up to 16 bytes."""
    length = len(data)
    if length > 8:
        low = number(data, 0) ^ number(SECRET, 24) ^ number(SECRET, 32)
        high = number(data, length - 8) ^ number(SECRET, 40) ^ number(SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(length + swapped + high + fold(low, high) & WORD)
    if length > 3:
        first, last = int.from_bytes(data[:4], "little"), int.from_bytes(data[-4:], "little")
        h = (last | first << 32) ^ number(SECRET, 8) ^ number(SECRET, 16)
        h ^= (h << 49 | h >> 15) & WORD ^ (h << 24 | h >> 40) & WORD
        h = h * 0x9FB21C651E98DF25 & WORD
        h = (h ^ (h >> 35) + length) * 0x9FB21C651E98DF25 & WORD
        return h ^ h >> 28
    if length:
        h = data[length - 1] | length << 8 | data[0] << 16 | data[length // 2] << 24
        h ^= number(SECRET, 0) & 0xFFFFFFFF ^ number(SECRET, 4) & 0xFFFFFFFF
    else:
        h = number(SECRET, 56) ^ number(SECRET, 64)
    h = (h ^ h >> 33) * PRIME64[1] & WORD
    h = (h ^ h >> 29) * PRIME64[2] & WORD
    return h ^ h >> 32


def medium(data: bytes) -> int:
    """From 17 to 240 bytes."""
    length = len(data)

    def mixed(at: int, secret: int) -> int:
        first = number(data, at) ^ number(SECRET, secret)
        return fold(first, number(data, at + 8) ^ number(SECRET, secret + 8))

    h = length * PRIME64[0]
    if length <= 128:
        for pair in range((length - 1) // 32 + 1):
            h += mixed(16 * pair, 32 * pair) + mixed(length - 16 * pair - 16, 32 * pair + 16)
        return avalanche(h & WORD)
    h = avalanche(h + sum(mixed(16 * part, 16 * part) for part in range(8)) & WORD)
    h += sum(mixed(16 * part, 16 * part - 125) for part in range(8, length // 16))
    return avalanche(h + mixed(length - 16, 119) & WORD)


def long(data: bytes) -> int:
    """More than 240 bytes."""
    sums = [PRIME32[2], *PRIME64[:4], PRIME32[1], PRIME64[4], PRIME32[0]]
    stripes = (len(data) - 1) // STRIPE
    for stripe in range(stripes):
        add(sums, data, STRIPE * stripe, 8 * (stripe % STRIPES))
        if stripe % STRIPES == STRIPES - 1:
            for lane in range(8):
                h = sums[lane] & WORD
                sums[lane] = (h ^ h >> 47 ^ number(SECRET, 128 + 8 * lane)) * PRIME32[0] & WORD
    add(sums, data, len(data) - STRIPE, 121)
    h = len(data) * PRIME64[0]
    for lane in range(0, 8, 2):
        low, high = sums[lane] & WORD, sums[lane + 1] & WORD
        h += fold(low ^ number(SECRET, 11 + 8 * lane), high ^ number(SECRET, 19 + 8 * lane))
    return avalanche(h & WORD)


KEYS = {at: struct.unpack_from("<8Q", SECRET, at) for at in (*range(0, 128, 8), 121)}


def add(sums: list[int], data: bytes, at: int, secret: int) -> None:
    """Takes a stripe in."""
    lanes = struct.unpack_from("<8Q", data, at)
    for lane, (value, key) in enumerate(zip(lanes, KEYS[secret])):
        key ^= value
        sums[lane ^ 1] += value
        sums[lane] += (key & 0xFFFFFFFF) * (key >> 32)
