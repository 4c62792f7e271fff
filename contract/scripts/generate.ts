/** Writes the generated files (generatedFiles.ts). `--check` writes nothing and fails when one is not up to date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './generatedFiles.ts';

const check = process.argv.includes('--check');
let stale = 0;
for (const [name, text] of Object.entries(generatedFiles())) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`contract/${name} is not up to date: run npm run schema`);
    stale += 1;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
