import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleKey, type MeshReport } from '@pace/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { english, turkish } from './texts.ts';
import { FilePanel } from '../src/features/wizard/FilePanel.tsx';
import { render } from './render.tsx';
import { fakeServer } from './server.ts';
import { IN_ORDER } from './aCheck.ts';
import { liveOf, projectOf, report, wizardOf } from './wizardFixtures.ts';

afterEach(() => vi.unstubAllGlobals());

const CATALOGUES = { en: english, tr: turkish };
type Texts = Record<string, string>;

const page = readFileSync(join(import.meta.dirname, '../../docs/broken-models.md'), 'utf8');
const codesIn = (text: string) => [...text.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code!);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [model = '', check = '', , shown = '', doctor = ''] = line.slice(2, -2).split(' | ');
    return {
      model,
      severity: check.startsWith('refuses') ? ('error' as const) : ('warning' as const),
      findings: codesIn(check),
      refusals: shown.includes('refuses') ? codesIn(shown) : [],
      notices: shown.includes('result:') ? codesIn(shown) : [],
      wasRead: doctor !== 'no report',
      titles: [...doctor.matchAll(/\*([^*]+)\*/g)].map(([, title]) => title!),
    };
  });

/** What the report of a mesh with such a finding has besides, where the doctor reads it there. */
const DETAILS: Record<string, Partial<MeshReport>> = {
  SLIVERS: { quality: { ...IN_ORDER.quality, min: 0.002, sliverCount: 1 } },
  SMALL_GAP: { openEdges: 3 },
  NORMALS_INCONSISTENT: { turnedTriangles: 1 },
  UNITS_UNKNOWN: { units: { ...IN_ORDER.units, name: '', metresPerUnitInFile: null }, metresPerUnit: null },
  EDGES_TOO_LONG: { edge_m: { min: 10, mean: 20, max: 40 } },
};

function examined(codes: readonly string[], severity: 'error' | 'warning'): MeshReport {
  return report({
    ...IN_ORDER,
    components: undefined,
    metresPerUnit: 1,
    ...Object.fromEntries(codes.flatMap((code) => Object.entries(DETAILS[code] ?? {}))),
    findings: codes.map((code) => ({ code, severity, sentence: `${code} is said.` })),
  });
}

function wizardWith({ findings, severity, wasRead }: (typeof rows)[number]) {
  const mesh = examined(findings, severity);
  if (severity === 'warning') return wizardOf(projectOf({ mesh }));
  const project = projectOf({ mesh: null });
  project.state.meshReport = wasRead ? mesh : null;
  const [code] = findings;
  return wizardOf(project, liveOf({ status: 'Error', code: code!, detail: `${code!} is said.` }));
}

it('the table is there', () => {
  expect(rows.length).toBeGreaterThanOrEqual(10);
});

describe.each(rows)('$model', (row) => {
  it.each(['en', 'tr'] as const)('has its sentences in the language %s', (language) => {
    const messages = CATALOGUES[language]['messages'] as Texts;
    const codes = new Set(Object.keys(messages).map((key) => key.replace(/\..*|_(?:one|other)$/, '')));
    const missing = [
      ...row.findings.filter((code) => row.wasRead && !codes.has(code)),
      ...row.refusals.filter((code) => !codes.has(code)),
      ...row.notices.filter((code) => !codes.has(code) || !messages[titleKey(code)]),
    ];
    expect(missing).toEqual([]);
  });

  it('is in the rows of the doctor that the table names, and in no other', async () => {
    fakeServer(() => ({ body: { result: liveOf() } }));
    const { container, unmount } = await render(<FilePanel wizard={wizardWith(row)} />);
    const question = container.querySelector('[data-testid=units-panel] strong')?.textContent;
    const troubled = [
      ...container.querySelectorAll('[data-verdict=bad] strong, [data-verdict=note] strong'),
    ].map(({ textContent }) => textContent.replace(/:$/, ''));
    await unmount();
    const asked = row.findings.includes('UNITS_UNKNOWN') && question ? [question] : [];
    expect(new Set([...troubled, ...asked])).toEqual(new Set(row.titles));
  });
});
