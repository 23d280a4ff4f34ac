# syntax=docker/dockerfile:1

# docker build --tag parlance .                       the API and the pages
# docker build --tag parlance --target headless .     the API alone

FROM node:26-trixie-slim AS build
# strip takes 33 MB off Node; libatomic is a library of Node that the last stages lack.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package -- --images && mkdir -p dist/volume/data

# glibc, libstdc++ and certificates, in about 25 MB, without a shell. node:26-slim is 200 MB larger than this with
# Node, most of which is npm, yarn, Debian's packages and Node's symbols.
FROM gcr.io/distroless/cc-debian13:nonroot AS base
# HOME is for users that the image does not know: libraries ask for it. With two heaps for all threads, glibc gives
# memory back that it would hold in one heap a thread.
ENV NODE_ENV=production \
  HOME=/data \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  LD_LIBRARY_PATH=/usr/local/lib \
  MALLOC_ARENA_MAX=2
COPY --from=build /source/dist/runtime /usr/local
COPY --from=build --chown=65532:65532 /source/dist/volume /
WORKDIR /data
VOLUME ["/data"]
EXPOSE 3000
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "/app/scripts/cli.js", "health"]
ENTRYPOINT ["/usr/local/bin/node", "--disable-warning=ExperimentalWarning", "/app/scripts/cli.js"]
CMD ["start"]

FROM base AS headless
ENV PARLANCE_PAGES=off
COPY --from=build /source/dist/headless /app

FROM base AS pages
COPY --from=build /source/dist/image /app
