// @ts-check
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { mustExecute, outputOf } from './execute.mjs';
import { packageCommand, ROOT } from './paths.mjs';

const SOURCE = join(ROOT, 'sdk', 'typescript');

/**
 * The TypeScript client as npm gets it: bundles without dependencies, .d.ts files, the manual page, README and licences.
 * @param {string} folder  that is made anew
 */
export async function buildClient(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  await build({
    entryPoints: { index: join(SOURCE, 'src', 'index.ts'), pace: join(SOURCE, 'src', 'cli', 'pace.ts') },
    outdir: join(folder, 'dist'),
    bundle: true,
    // Both share what they have in common.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'inline',
    logLevel: 'warning',
  });
  chmodSync(join(folder, 'dist', 'pace.js'), 0o755);
  await declarations(folder);
  for (const name of ['package.json', 'README.md']) copyFileSync(join(SOURCE, name), join(folder, name));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  // Its code is in the bundle.
  const zod = readFileSync(join(ROOT, 'node_modules', 'zod', 'LICENSE'), 'utf8');
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), `zod\n\n${zod}`);
  const page = outputOf(process.execPath, [join(folder, 'dist', 'pace.js'), 'man']);
  if (page === undefined) throw new Error('pace man failed.');
  mkdirSync(join(folder, 'man'));
  writeFileSync(join(folder, 'man', 'pace.1'), page);
}

/** Those that index.d.ts leads to. @param {string} folder */
async function declarations(folder) {
  const made = join(folder, 'declarations');
  await mustExecute(
    process.execPath,
    [
      packageCommand('', 'typescript7', 'tsc'),
      ...['-p', SOURCE, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'],
      ...['--stripInternal', '--outDir', made, '--rootDir', ROOT],
    ],
    'The types of sdk/typescript could not be written.',
  );
  const from = join(made, 'sdk', 'typescript', 'src');
  const done = new Set();
  const copy = (/** @type {string} */ file) => {
    if (done.has(file)) return;
    done.add(file);
    const text = file === join(from, 'contractTypes.d.ts') ? contractTypes() : readFileSync(file, 'utf8');
    if (/@pace\/|from ['"]zod|import\(/.test(text))
      throw new Error(
        `${relative(from, file)} shows what the package does not have: mark it @internal.\n${text}`,
      );
    const target = join(folder, 'dist', relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replaceAll(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
    for (const [, name = ''] of text.matchAll(/from ['"]\.\/([^'"]*)\.ts['"]/g))
      copy(join(from, `${name}.d.ts`));
  };
  copy(join(from, 'index.d.ts'));
  rmSync(made, { recursive: true });
}

/** The types of the contract written out, so that nothing else has to be installed. */
function contractTypes() {
  const file = join(SOURCE, 'src', 'contractTypes.ts');
  const { config } = ts.readConfigFile(join(SOURCE, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: ['src/contractTypes.ts'] },
    ts.sys,
    SOURCE,
  );
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const exported = source && checker.getSymbolAtLocation(source);
  if (!exported) throw new Error(`${file} could not be read.`);
  const flags =
    ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.InTypeAlias |
    ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  const lines = checker.getExportsOfModule(exported).map((symbol) => {
    const real = checker.getAliasedSymbol(symbol);
    const [declaration] = real.declarations ?? [];
    const isNamed = declaration && (ts.isInterfaceDeclaration(declaration) || symbol.name === 'MessageValue');
    if (isNamed) return declaration.getText().replace(/^(export )?/, 'export ');
    return `export type ${symbol.name} = ${checker.typeToString(checker.getDeclaredTypeOfSymbol(real), undefined, flags)};`;
  });
  return `${lines.join('\n')}\n`;
}
