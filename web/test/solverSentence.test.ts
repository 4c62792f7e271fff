import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { texts as english } from '../src/app/i18n/en/index.ts';
import { keysOf, localized, valuesIn } from '../src/ui/solverSentence.ts';

const findings = english['meshFindings'] as Record<string, string>;
const notices = english['solverNotices'] as Record<string, string>;
const patterns = english['solverSentences'] as Record<string, string>;
const SOLVER = join(import.meta.dirname, '../../solver/src');

it('a sentence gives its values to the pattern of its code, and another gives none', () => {
  const sentence =
    'NOT CONVERGED at 1.3 GHz: after 15 iterations the residual is 2.1e-02, asked were 0.001. Continue the run with more iterations; it goes on where it stopped.';
  expect(valuesIn(patterns['NOT_CONVERGED']!, sentence)).toEqual({
    ghz: '1.3',
    iterations: '15',
    residual: '2.1e-02',
    asked: '0.001',
  });
  expect(valuesIn(patterns['NOT_CONVERGED']!, 'Something else happened.')).toBeUndefined();
});

it('a name may hold whatever a person calls a surface', () => {
  const pattern = patterns['COATING_NO_LAYERS']!;
  const sentence = pattern.replace('{{name}}', 'Surface 3 ("wing (left): 2.5 mm")');
  expect(valuesIn(pattern, sentence)).toEqual({ name: 'Surface 3 ("wing (left): 2.5 mm")' });
});

it('variants of a code are tried after it, and codes that only begin alike are not', () => {
  expect(keysOf(patterns, 'MESH_COARSE')).toEqual(['MESH_COARSE', 'MESH_COARSE~medium']);
  expect(keysOf({ A: '', AB: '' }, 'A')).toEqual(['A']);
});

it('numbers get the comma of the language, names do not', () => {
  expect(localized('2.1e-02', 'tr')).toBe('2,1e-02');
  expect(localized('0.001', 'en')).toBe('0.001');
  expect(localized('Surface 1.5', 'tr')).toBe('Surface 1.5');
});

it('a numbered surface is named in the language', () => {
  expect(localized('Surface 3 (wing)', 'tr', (n) => `Yüzey ${n}`)).toBe('Yüzey 3 (wing)');
});

it('every notice has a title of its own', () => {
  const titles = (english['results'] as { notice: Record<string, string> }).notice;
  const codes = new Set(Object.keys(notices).map((key) => key.split('~')[0]!));
  codes.delete('METHOD'); // a reason, told beside the method
  expect([...codes].filter((code) => !titles[code])).toEqual([]);
});

it.each([
  ['', 'METHOD~optics'],
  [', here with up to 3 reflections', 'METHOD~opticsReflections'],
  [', with the diffraction of 12 pieces of sharp edges', 'METHOD~opticsEdges'],
  [
    ', here with up to 3 reflections, with the diffraction of 12 pieces of sharp edges',
    'METHOD~opticsReflectionsEdges',
  ],
])('the reason for Physical Optics, "%s", is told by its own pattern', (phrase, key) => {
  const sentence = `Physical Optics was asked for: it sums 980 facets without a matrix. It is an approximation for bodies and radii of curvature of many wavelengths${phrase}.`;
  expect(keysOf(patterns, 'METHOD').find((one) => valuesIn(patterns[one]!, sentence))).toBe(key);
});

it('every pattern is what the solver says, word for word', () => {
  const source = sources(SOLVER)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // The text of all string literals in their order, with nothing for what stands between them.
  const said = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
    .map(([, text]) => text)
    .join('')
    .replaceAll('%%', '%');
  const missing = Object.entries(notices).flatMap(([key, pattern]) =>
    pattern
      .split(/\{\{\w+\}\}/)
      // At a semicolon the solver may put a phrase in.
      .flatMap((text) => text.split(OFFER).flatMap((part) => part.split(/(?=; )/)))
      .filter((piece) => !said.includes(piece.trim()))
      .map((piece) => `${key}: ${piece}`),
  );
  expect(missing).toEqual([]);
});

it('every pattern of the mesh check is what it says, word for word', () => {
  const files = [
    ...sources(join(SOLVER, 'mesh')),
    ...['report.ts', 'longEdges.ts'].map((file) =>
      join(import.meta.dirname, '../../server/src/mesher', file),
    ),
  ];
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const said = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|`([^`]*)`/g)]
    .map(([, solver, plain, template]) => solver ?? plain ?? template?.replaceAll(/\$\{[^}]*\}/g, '\0'))
    .join('');
  const missing = Object.entries(findings).flatMap(([key, pattern]) =>
    pattern
      .split(/\{\{\w+\}\}/)
      .filter((piece) => !said.includes(piece.trim()))
      .map((piece) => `${key}: ${piece}`),
  );
  expect(missing).toEqual([]);
});

it.each([
  [
    'OPEN_PART',
    'Part 3 (fin (left)) is an open surface with 1 open edge: EFIE is used there.',
    { number: '3', name: 'fin (left)', countOpen: '1 open edge' },
  ],
  ['JUNCTIONS', 'At 12 edges three or more triangles meet (junctions).', { count: '12 edges' }],
  [
    'MESH_VERY_FINE',
    'The mean edge is λ/38.2, much finer than λ/10: a coarser mesh would be solved faster with the same far field.',
    { mean: 'λ/38.2' },
  ],
  [
    'STRAY_TRIANGLES',
    '2 tiny separate pieces with 7 triangles in all look like debris. Remove what does not belong.',
    { countPieces: '2 tiny separate pieces', count: '7 triangles' },
  ],
  [
    'LONG_EDGES_MENDED',
    'Edges of up to 0.461 m (2.31 times the mesh size) came out on 4 parts (15, 16, 21, 22), meshed again by MeshAdapt: the longest edge of the mesh is now 0.293 m (1.47 times).',
    {
      before: '0.461',
      times: '2.31',
      count: '4 parts',
      parts: '15, 16, 21, 22',
      after: '0.293',
      timesAfter: '1.47',
    },
  ],
])('the finding %s gives its values, in one and in many', (code, sentence, values) => {
  expect(valuesIn(findings[code]!, sentence)).toEqual(values);
  expect(localized('λ/38.2', 'tr')).toBe('λ/38,2');
});

const OFFER = 'Program type 3 (Composite) solves the layers themselves.';

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => join(folder, name));
}
