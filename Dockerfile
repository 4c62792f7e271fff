# One image for every role: docker run … pace [all | api | worker]. Build: docker build -t pace .
FROM node:20-bookworm-slim AS build
WORKDIR /opt/pace
RUN apt-get update && apt-get install -y --no-install-recommends \
      cmake ninja-build g++ libopenblas-openmp-dev libeigen3-dev nlohmann-json3-dev libcli11-dev doctest-dev \
      libxsimd-dev liblapacke-dev libvalijson-dev libembree-dev libopenmpi-dev openmpi-bin gmsh \
    && rm -rf /var/lib/apt/lists/*
# The solver first: it takes longest and changes least. It is compiled for the processor that builds the image.
COPY solver solver
COPY contract/schema contract/schema
RUN cmake -S solver -B build/solver -G Ninja -DCMAKE_BUILD_TYPE=Release \
    && cmake --build build/solver --target pace
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build:web && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends \
      gmsh libopenblas0-openmp liblapacke libembree3-3 libgomp1 libstdc++6 openmpi-bin postgresql-client bubblewrap tini \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /opt/pace --shell /usr/sbin/nologin pace \
    && install -d -o pace -g pace /data /projects
WORKDIR /opt/pace
COPY --from=build /opt/pace/package.json ./
COPY --from=build /opt/pace/node_modules node_modules
COPY --from=build /opt/pace/contract contract
COPY --from=build /opt/pace/server server
COPY --from=build /opt/pace/web/dist web/dist
COPY --from=build /opt/pace/web/package.json web/
COPY --from=build /opt/pace/e2e/package.json e2e/
COPY --from=build /opt/pace/build/solver/pace build/solver/pace
# For backup and restore.
COPY tools tools
ENV DATA_DIR=/data HOST=0.0.0.0 NODE_ENV=production UV_THREADPOOL_SIZE=16
USER pace
VOLUME /data
EXPOSE 8080 8090
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD node -e "const p=process.env; Promise.any([p.PORT||8080,p.PACE_WORKER_PORT||8090].map(q=>fetch('http://127.0.0.1:'+q+'/health'))).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
# The first process of a container has to bury the others.
ENTRYPOINT ["/usr/bin/tini", "--", "node", "--import", "tsx", "server/src/main.ts"]
CMD ["all"]
