/** A sphere in the viewer's format (docs/run-folder.md): rings of equal numbers of vertices. */
export function sphere(triangles: number): Buffer {
  const around = Math.round(Math.sqrt(triangles));
  const rings = Math.round(triangles / (2 * around));
  const vertexCount = around * (rings + 1);
  const triangleCount = 2 * around * rings;
  const file = Buffer.alloc(16 + 12 * vertexCount + 20 * triangleCount);
  file.write('PACEGEO1', 'latin1');
  file.writeUInt32LE(vertexCount, 8);
  file.writeUInt32LE(triangleCount, 12);
  let at = 16;
  for (let ring = 0; ring <= rings; ring++)
    for (let i = 0; i < around; i++) {
      const [theta, phi] = [Math.PI * (0.01 + (0.98 * ring) / rings), (2 * Math.PI * i) / around];
      // A little rough, as real surfaces are.
      const radius = 1 + 0.01 * Math.sin(40 * theta) * Math.cos(40 * phi);
      for (const x of [Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)])
        at = file.writeFloatLE(radius * x, at);
    }
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < around; i++) {
      const [a, b] = [ring * around + i, ring * around + ((i + 1) % around)];
      for (const corners of [
        [a, a + around, b],
        [b, a + around, b + around],
      ])
        for (const word of [1, ...corners]) at = file.writeUInt32LE(word, at);
    }
  for (let t = 0; t < triangleCount; t++) at = file.writeFloatLE(1, at);
  return file;
}

/** Currents of a wave that runs along z on that many vertices, in the server's format. */
export function currentsOn(mesh: Buffer): Buffer {
  const vertexCount = mesh.readUInt32LE(8);
  const file = Buffer.alloc(12 + 24 * vertexCount);
  file.write('PACECUR1', 'latin1');
  file.writeUInt32LE(vertexCount, 8);
  for (let v = 0; v < vertexCount; v++) {
    const [x, y, z] = [0, 4, 8].map((offset) => mesh.readFloatLE(16 + 12 * v + offset)) as [
      number,
      number,
      number,
    ];
    const [re, im] = [Math.cos(20 * z), -Math.sin(20 * z)];
    let at = 12 + 24 * v;
    for (const amplitude of [1 + x, y, 0.2 * z])
      for (const share of [re, im]) at = file.writeFloatLE(0.01 * amplitude * share, at);
  }
  return file;
}
