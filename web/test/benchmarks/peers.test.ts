import { PeersSchema, type PeerRow, type Peers } from '@pace/contract/scoreboard';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const peers: Peers = PeersSchema.parse(JSON.parse(read('validation/data/peers/peers.json')));
const rows = peers.comparisons.flatMap((comparison) => comparison.rows);
const sourceOf = ({ source }: PeerRow) => {
  const found = peers.sources[source];
  if (!found) throw new Error(`There is no source ${source}`);
  return found;
};
const isPublished = (row: PeerRow) => sourceOf(row).licenceFile !== undefined;

/** Cells of a line of the suite's tables: method, frequency, size, errors VV and HH, wall time, memory, processes, mode, mesh. */
function publishedLine(row: PeerRow): string[] | undefined {
  const { file, table } = sourceOf(row);
  const [, frequency, size] = /frequency (\d+), size (\d+)/.exec(table) ?? [];
  const [, method] = /method (\d)$/.exec(table) ?? [];
  const [, mesh, mode] = /^mesh (\w+), (\w+)$/.exec(row.setting) ?? [];
  return read(file)
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .find(
      ([m, f, s, , , , , , run = '', name]) =>
        m === method &&
        f === frequency &&
        s === size &&
        run.includes(`${mode} run`) &&
        name === `mesh ${mesh}`,
    );
}

describe('figures of other programs', () => {
  it('each name a source that is there, with its licence', () => {
    for (const { file, licence, licenceFile, copyright } of Object.values(peers.sources)) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(licence).not.toBe('');
      expect(copyright).not.toBe('');
      if (licenceFile !== undefined) expect(read(licenceFile)).toContain(copyright);
    }
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(Object.keys(peers.sources)));
  });

  it.each(rows.filter(isPublished).map((row) => [`${row.source} ${row.setting}`, row] as const))(
    '%s is a line of its table',
    (_, row) => {
      const cells = publishedLine(row);
      expect(cells).toBeDefined();
      const [vv, hh, wall, memory, processes] = (cells ?? []).slice(3, 8).map(Number);
      expect(row).toMatchObject({
        vvMeanDb: vv,
        hhMeanDb: hh,
        wallSeconds: wall,
        memoryPerProcessGb: memory,
        processes,
      });
    },
  );

  it('have the numbers of unknowns of the table that gathers them, and say which of them were inferred', () => {
    const lines = read('validation/data/austin/performance/performance.csv').split('\n');
    for (const row of rows.filter(isPublished)) {
      const [, mesh] = /^mesh (\w+),/.exec(row.setting) ?? [];
      const set = sourceOf(row).table.startsWith('Problem set IVA') ? 'IVA' : 'IA';
      const line = lines.find(
        (one) => one.startsWith(`${set},`) && one.includes(`,${mesh},${row.unknowns},`),
      );
      expect(line, `${row.source} ${row.setting}`).toBeDefined();
      expect(line?.includes('inferred')).toBe(row.unknownsInferred ?? false);
    }
  });

  it('of the open-source programs are those of the measurement', () => {
    const text = read('validation/data/peers/measured.md')
      .replace(/(\d) (\d{3})/g, '$1$2')
      .replace(/\s+/g, ' ');
    for (const { source, unknowns, stageSeconds = [], memoryGib, rmsDb, maxDb } of rows.filter(
      (r) => !isPublished(r),
    )) {
      if (source === 'puma-em') {
        const cells = new RegExp(`\\| ${unknowns} \\|([^\\n]*?) GiB \\| ([\\d.]+) \\(([\\d.]+)\\)`).exec(
          text,
        );
        const numbers = (cells?.[1] ?? '').split('|').map(Number);
        expect([numbers[1], numbers[2], numbers[3], numbers[4], numbers.at(-1)]).toEqual([
          ...stageSeconds,
          memoryGib,
        ]);
        expect([Number(cells?.[2]), Number(cells?.[3])]).toEqual([rmsDb, maxDb]);
      } else {
        const [, after = ''] = text.split(`N = ${unknowns}`);
        for (const figure of [...stageSeconds, memoryGib, rmsDb]) expect(after).toContain(String(figure));
      }
    }
  });
});
