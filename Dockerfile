# errord in a container, built of this repository: docker build --tag errord .   docs/container.md has the rest.

# The full image has what compiles SQLite's binding where there is no binary of it to download.
FROM node:24-trixie AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY clients/node/package.json clients/node/
COPY clients/browser/package.json clients/browser/
# No script of theirs is needed to build the package.
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp
WORKDIR /opt/errord
RUN npm install --no-audit --no-fund /tmp/errord-*.tgz
# Unpacks the binary of the native gateway while its folder can be written to, and ends the build if it cannot be loaded.
RUN node --input-type=module --eval "(await import('/opt/errord/node_modules/errord/dist/main/native-server.js')).loadNativeServer(null)"

FROM node:24-trixie-slim
# Root's: the daemon cannot change itself.
COPY --from=build /opt/errord /opt/errord
RUN ln -s /opt/errord/node_modules/.bin/errord /usr/local/bin/errord
RUN install --directory --mode=0700 --owner=node --group=node /var/lib/errord
ENV NODE_ENV=production
ENV SERVICE_DB_PATH=/var/lib/errord/service.db
USER node
WORKDIR /var/lib/errord
VOLUME /var/lib/errord
EXPOSE 3800
# errord drains for ten seconds at most; docker stop --time 20.
STOPSIGNAL SIGTERM
# Wants no key. Set SERVICE_PORT and not --port, so that it is known here too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT ?? 3800}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["errord"]
CMD ["start"]
