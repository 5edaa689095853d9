# The service with the page inside. Tables are on a volume; the service runs as a user without
# rights, and needs to write nowhere else.
#
#   docker build --tag bagh .
#   docker run --publish 127.0.0.1:8080:8080 --volume bagh-tables:/tables --read-only bagh

FROM node:20-bookworm-slim AS node

FROM rust:1-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && rustup target add wasm32-unknown-unknown
WORKDIR /src
COPY . .
RUN cargo xtask web && cargo build --release --locked --package bagh-cli

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin bagh \
    && install --directory --owner bagh --group bagh /tables
COPY --from=build /src/target/release/bagh /usr/local/bin/bagh
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/bagh/
USER 10001
ENV BAGH_TABLES=/tables
VOLUME /tables
EXPOSE 8080
ENTRYPOINT ["bagh"]
CMD ["serve", "--address", "0.0.0.0:8080"]
