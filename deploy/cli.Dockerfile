# The command line alone. Its context is a folder with the tarball, so nothing else can come into the image:
#   npm run pack:cli -- packed && docker build -f deploy/cli.Dockerfile -t perimeter-cli packed
#   docker run --rm --read-only --cap-drop ALL --security-opt no-new-privileges perimeter-cli audit your-domain.org
# The base has no digest here, because a rebuild must bring the security fixes of Node.js. To pin it: --build-arg BASE=node@sha256:…
ARG BASE=node:24-bookworm-slim
FROM ${BASE} AS unpack
COPY perimeter-*.tgz /perimeter.tgz
RUN mkdir /perimeter && tar -xzf /perimeter.tgz -C /perimeter --strip-components=1 --no-same-owner

FROM ${BASE}
ENV NODE_ENV=production
COPY --from=unpack /perimeter /opt/perimeter
# Files of the caller are mounted here, with --user "$(id -u)" where reports are written.
WORKDIR /work
USER 10001:10001
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/opt/perimeter/bin/perimeter.js"]
CMD ["help"]
