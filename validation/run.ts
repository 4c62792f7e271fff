/**
 * Is the physics right: `npm run validate [-- --only ID,… | --quick | --list] [--curves-only] [--threads N]`.
 * Writes validation/results.json, docs/validation.md with its pages by group, and the marked block of README.md; exits with 1
 * when a case misses a limit. Cases that are not run and have not changed keep what an earlier run measured.
 * `--bars` measures the error bars (study/bars) and writes their page; a run of all cases does so too.
 * `--report-only` solves nothing and writes the pages of what was measured; with `--check` it writes nothing and exits with 1
 * when a page is not what the records make. `--curves-only` records the curves of the cases and nothing else: on a machine that
 * does other work, the times of a run are none to be recorded. PACE_SOLVER names another solver.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BAR_CASES } from './study/bars/barCases.ts';
import { measureBars, type BarResult } from './study/bars/measure.ts';
import { barsRecordOf, writeBars } from './study/bars/record.ts';
import { readCases, type Case } from './study/caseFile.ts';
import { writeCurves } from './study/curves.ts';
import { pagesOf, stalePages, writePages } from './study/report/pages.ts';
import { printCase } from './study/report/terminal.ts';
import { readResults, writeResults, type CaseResult } from './study/results.ts';
import { runCase } from './study/runCase.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    'report-only': { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    bars: { type: 'boolean', default: false },
    'curves-only': { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});

const cases = readCases();
if (values.list) {
  for (const { id, title, quick } of cases)
    console.log(`${id.padEnd(28)}${quick ? 'quick  ' : '       '}${title}`);
} else if (values['report-only'] && values.check) {
  checkPages();
} else if (values.bars) {
  await validateBars(positionals);
} else {
  await validate();
  const isWhole = !values['report-only'] && !values['curves-only'] && !values.quick;
  if (isWhole && values.only === undefined && positionals.length === 0) await validateBars([]);
}

/** @param names  of cases that are measured and printed; the record and the page are of all cases alone */
async function validateBars(names: readonly string[]): Promise<void> {
  const results: BarResult[] = [];
  for (const theCase of BAR_CASES.filter(({ id }) => names.length === 0 || names.includes(id)))
    for (const result of await measureBars(theCase, Number(values.threads))) {
      const { id, family, unknowns, inside, values: count, medianRatio, medianErrorPercent } = result;
      console.log(
        `${id.padEnd(18)} ${family} ${unknowns} unknowns: ${((100 * inside) / count).toFixed(1)} % inside, bar / error ` +
          `${medianRatio.toFixed(1)}, error ${medianErrorPercent.toPrecision(2)} %`,
      );
      results.push(result);
    }
  if (names.length > 0) return;
  const record = barsRecordOf(results);
  for (const { family, factor, judged } of record.families)
    console.log(
      `${family}: factor ${factor.toFixed(2)}, judged ${((100 * judged.inside) / judged.values).toFixed(1)} % inside, ` +
        `bar / error ${judged.medianRatio.toFixed(1)}`,
    );
  writeBars(record);
  writePages(pagesOf(cases, readResults(cases)));
}

function checkPages(): void {
  const stale = stalePages(pagesOf(cases, readResults(cases)));
  for (const file of stale)
    console.error(`${file} is not what validation/results.json makes: run npm run validate -- --report-only`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}

async function validate(): Promise<void> {
  const results = readResults(cases);
  const failed: string[] = [];
  const wanted = chosen();
  const curvesOnly = values['curves-only'];
  for (const theCase of values['report-only'] ? [] : wanted) {
    console.log(`${theCase.id}: ${theCase.title}`);
    if (!curvesOnly) results.delete(theCase.id);
    try {
      const { result, curves } = await runCase(theCase, Number(values.threads), console.log);
      if (!curvesOnly) results.set(theCase.id, result);
      printCase(theCase.id, result);
      if (curvesOnly) mustBelongTogether(result, results.get(theCase.id));
      writeCurves(theCase.id, curves);
    } catch (error) {
      console.error(`FAILED ${theCase.id}: ${error instanceof Error ? error.message : String(error)}`);
      failed.push(theCase.id);
    }
    writeResults(results);
  }
  writePages(pagesOf(cases, results));
  conclude([...failed, ...wanted.map(({ id }) => id).filter((id) => misses(results.get(id)))]);
}

/** Curves beside figures of another run: what was solved must be the same, and keep its limits. */
function mustBelongTogether(result: CaseResult, record: CaseResult | undefined): void {
  if (misses(result)) throw new Error('It misses a limit: its curves are not recorded alone');
  for (const [name, { method }] of Object.entries(record?.runs ?? {}))
    if (result.runs[name]?.method !== method)
      throw new Error(
        `${name} was solved by ${result.runs[name]?.method}, its record by ${method}: the number of threads decides`,
      );
}

function misses(result: CaseResult | undefined): boolean {
  return result !== undefined && !result.checks.every(({ passed }) => passed);
}

function conclude(missed: string[]): void {
  console.log(missed.length === 0 ? 'Every case keeps its limits.' : `Missed: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function chosen(): Case[] {
  const names = [...positionals, ...(values.only?.split(',') ?? [])];
  const unknown = names.filter((name) => !cases.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`No case is called ${unknown.join(', ')}; --list names them`);
  if (names.length > 0) return cases.filter(({ id }) => names.includes(id));
  return values.quick ? cases.filter(({ quick }) => quick) : cases;
}
