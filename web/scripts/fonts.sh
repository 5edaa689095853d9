#!/bin/sh
# Makes the faces that the page ships from those of its packages: without hints, which screens of
# today do not need and which are a third of a face, and with the letters of each script alone. All
# letters, vowel signs and conjuncts of a script stay, since players have names of their own.
#
# Needs fonttools with Brotli: pip install fonttools brotli
set -eu
cd "$(dirname "$0")/.."
packages=node_modules/@fontsource
latin='U+0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-200B,U+200E-206F,U+20AC,U+2122,U+2212'
devanagari='U+900-97F,U+200C-200D,U+25CC'
tamil='U+B80-BFF,U+200C-200D,U+25CC'

face() {
  pyftsubset "$packages/$1" --unicodes="$2" --output-file="src/styles/fonts/$3.woff2" \
    --flavor=woff2 --no-hinting --layout-features='*'
}

for weight in 400 600; do
  face "mukta/files/mukta-latin-$weight-normal.woff2" "$latin" "mukta-latin-$weight"
  face "mukta/files/mukta-devanagari-$weight-normal.woff2" "$devanagari" "mukta-devanagari-$weight"
  face "mukta-malar/files/mukta-malar-tamil-$weight-normal.woff2" "$tamil" "mukta-malar-tamil-$weight"
done
# Headings: of English only what it needs.
face yatra-one/files/yatra-one-latin-400-normal.woff2 \
  'U+20-7E,U+2013-2014,U+2018-201D,U+2026' yatra-one-latin
face yatra-one/files/yatra-one-devanagari-400-normal.woff2 "$devanagari" yatra-one-devanagari-400
face arima/files/arima-tamil-700-normal.woff2 "$tamil" arima-tamil-700
ls -l src/styles/fonts
