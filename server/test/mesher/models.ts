import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Text of a model in testing/step. */
export function stepText(name: string): string {
  return readFileSync(
    fileURLToPath(new URL(`../../../testing/step/${name}.step`, import.meta.url)),
    'latin1',
  );
}

const MILLIMETRE = '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) )';

/** The same numbers, said to be metres. */
export function inMetres(step: string): string {
  return step.replaceAll(MILLIMETRE, '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT($,.METRE.) )');
}

/** The same numbers, said to be inches, as CAD programs write them: 25.4 times a millimetre. */
export function inInches(step: string): string {
  return step
    .replaceAll(MILLIMETRE, "( CONVERSION_BASED_UNIT('INCH',#90001) LENGTH_UNIT() NAMED_UNIT(#90002) )")
    .replace(
      'ENDSEC;\nEND-ISO-10303-21;',
      `#90001 = LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#90003);
#90002 = DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);
#90003 = ${MILLIMETRE};
ENDSEC;
END-ISO-10303-21;`,
    );
}

/** The same model without a word about its unit of length. */
export function withoutUnits(step: string): string {
  return step.replaceAll(
    'LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.)',
    'NAMED_UNIT(*) SI_UNIT($,.KELVIN.)',
  );
}

/** A run folder with these files, removed when the test is over. */
export function runFolder(files: Record<string, string | Buffer>): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'pace-test-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, typeof content === 'string' ? 'latin1' : undefined);
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
