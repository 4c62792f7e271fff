// @ts-check
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { noNestedQuantifiers } from './tools/lint/noNestedQuantifiers.mjs';

/**
 * One forbidden door: what an import path may not look like, and the sentence that names the right door.
 * @param {string} regex
 * @param {string} message
 * @param {{ typesToo?: boolean }} [options]  typesToo: importing a type is forbidden as well
 */
const door = (regex, message, { typesToo = false } = {}) => ({ regex, message, allowTypeImports: !typesToo });

/**
 * The doors of a room. A file that two rooms claim gets the rules of the later one only, so each list is complete.
 * @param {string} name
 * @param {string[]} files
 * @param {ReturnType<typeof door>[]} patterns
 */
const room = (name, files, patterns) => ({
  name: `doors of ${name}`,
  files,
  rules: { '@typescript-eslint/no-restricted-imports': /** @type {const} */ (['error', { patterns }]) },
});

/** A path into one of these folders, from anywhere. */
const into = (/** @type {string[]} */ ...folders) => `(^|/)(${folders.join('|')})(/|$)`;

const notServer = door(
  '(^|/)server/|^@pace/server',
  'The browser knows the server through @pace/contract and src/api only.',
  {
    typesToo: true,
  },
);
const notWeb = door(
  '(^|/)web/|^@pace/web',
  'The server knows nothing of the web; what both need belongs to @pace/contract.',
  {
    typesToo: true,
  },
);
const notNode = door('^node:', 'This runs in the browser: Node has no place here.');
const notOtherTests = door(
  '(^|/)(e2e|contract/test|server/test|web/test)/',
  'Tests take nothing from the tests of another part: what both need belongs to testing/.',
  { typesToo: true },
);
const noSpawning = door(
  '^(node:)?(child_process|cluster)$',
  'Only server/src/engines starts programs: add a function there and call it.',
);

const noDrizzle = door(
  '^(drizzle-orm|drizzle-kit|pg|@electric-sql/pglite)(/|$)',
  'Only server/src/storage and the queries of server/src/runs speak to the database: add a function there and call it.',
  { typesToo: true },
);
/** Tables and the language of the database are for storage and the queries of runs; the type of a row is for all. */
const notSql = [
  noDrizzle,
  door(
    `${into('storage')}schema(\\.ts)?$`,
    'Tables are for server/src/storage and the queries of server/src/runs: take the type of a row, and call a function of theirs.',
  ),
];
/** What holds for every file of the server but those that have a reason. */
const serverDoors = [notWeb, noSpawning, ...notSql];

/**
 * The doors of a feature, for its files so many folders deep: one step out of the own folder is another feature.
 * @param {number} depth
 */
const featureDoors = (depth) => [
  notServer,
  notNode,
  door(
    `^(\\.\\./){${depth}}(?!\\.\\.)`,
    'Features never import each other: move what both need to ui, viewer, plots or api, or let a page put them together.',
    { typesToo: true },
  ),
  door(
    into('pages', 'app'),
    'A feature does not know the page or the application around it: take it as a property.',
    {
      typesToo: true,
    },
  ),
];

const features = [1, 2, 3, 4].map((depth) =>
  room(`features, ${depth} deep`, [`web/src/features/${'*/'.repeat(depth)}*.{ts,tsx}`], featureDoors(depth)),
);

const RESULT_VIEWS = [
  'mesh',
  'currents',
  'bistatic',
  'monostatic',
  'statistics',
  'pattern',
  'waterfall',
  'imaging',
  'design',
  'iterations',
];
const RESULT_BASE = ['data', 'fields', 'labels'];
const RESULT_SHARED = ['curves', 'parts', ...RESULT_BASE];

/** The folders of the results, and which others each may import. */
const RESULT_ROOMS = {
  labels: [],
  fields: [],
  data: ['fields', 'labels'],
  parts: RESULT_BASE,
  curves: ['parts', ...RESULT_BASE],
  input: ['parts', ...RESULT_BASE],
  certificate: ['parts', ...RESULT_BASE],
  ...Object.fromEntries([...RESULT_VIEWS, 'runs'].map((name) => [name, RESULT_SHARED])),
  coated: ['parts', ...RESULT_BASE],
  report: ['input', 'certificate', ...RESULT_BASE],
  overview: ['input', 'certificate', 'coated', 'report', 'runs', ...RESULT_VIEWS, ...RESULT_SHARED],
};

const resultRooms = Object.entries(RESULT_ROOMS).flatMap(([name, below]) => {
  const closed = Object.keys(RESULT_ROOMS).filter((other) => other !== name && !below.includes(other));
  return [2, 3].map((depth) =>
    room(
      `results/${name}, ${depth} deep`,
      [`web/src/features/results/${name}/${'*/'.repeat(depth - 2)}*.{ts,tsx}`],
      [
        ...featureDoors(depth),
        door(
          `^(\\.\\./)+(${closed.join('|')}|index\\.ts)(/|$)`,
          'Views of the results never import each other, and shared folders import downwards: move what two views need to curves, parts, data, fields or labels.',
          { typesToo: true },
        ),
      ],
    ),
  );
});

const viewRoom = (/** @type {string} */ name) =>
  room(
    name,
    [`web/src/${name}/**/*.{ts,tsx}`],
    [
      notServer,
      notNode,
      door(
        into('features', 'pages', 'app', 'api'),
        `${name} draws what it is given: take data and callbacks as properties, and leave the calls to a feature.`,
      ),
    ],
  );

// Rules that read text alone; .oxlintrc.json has those that need types.
export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      'build/',
      'data/',
      '**/coverage/',
      '**/test-results/',
      '**/.tmp/',
      'solver/',
      'server/migrations/',
      'web/public/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'off',
    },
  },
  {
    name: 'plain JavaScript: tools and configuration',
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    name: 'tools that also hand functions to a browser',
    files: ['tools/showcase/*.mjs', 'tools/budget.mjs', 'tools/guide.mjs', 'tools/grid.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    // Other people's text must never hold the one thread that answers everybody.
    name: 'regular expressions that see other people’s text',
    files: ['server/src/**/*.{ts,mjs}', 'contract/src/**/*.ts'],
    plugins: { regexp, pace: { rules: { 'no-nested-quantifiers': noNestedQuantifiers } } },
    rules: {
      'pace/no-nested-quantifiers': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    name: 'React',
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },

  room(
    'contract',
    ['contract/src/**/*.ts'],
    [
      notNode,
      door(
        '^@pace/|(^|/)(server|web)/',
        'The contract imports nothing of the product: everything else imports it.',
        { typesToo: true },
      ),
      door('^(?!\\.{1,2}/|zod$)', 'The contract needs zod and nothing else.', { typesToo: true }),
    ],
  ),

  room('web', ['web/src/**/*.{ts,tsx}'], [notServer, notNode]),
  room(
    'pages',
    ['web/src/pages/**/*.{ts,tsx}'],
    [
      notServer,
      notNode,
      door(into('app'), 'A page does not know the application around it: take it as a property.'),
    ],
  ),
  ...features,
  ...resultRooms,
  ...['viewer', 'plots', 'ui'].map(viewRoom),
  room(
    'api',
    ['web/src/api/**/*.{ts,tsx}'],
    [
      notServer,
      notNode,
      door(
        into('features', 'pages', 'app', 'ui', 'viewer', 'plots'),
        'api only talks to the server; what is shown is decided above it.',
      ),
    ],
  ),

  room('server', ['server/src/**/*.ts'], serverDoors),
  room(
    'routes',
    ['server/src/routes/**/*.ts'],
    [
      ...serverDoors,
      door(
        // What an error of the storage means is told at the door.
        `${into('engines', 'mesher')}|${into('storage')}(?!databaseUnavailable|diskSpace)`,
        'A route calls one command and one presenter: put this into server/src/commands.',
      ),
    ],
  ),
  room(
    'commands',
    ['server/src/commands/**/*.ts'],
    [
      ...serverDoors,
      door(into('routes'), 'A command does not know the route that calls it.', { typesToo: true }),
    ],
  ),
  room(
    'policies',
    ['server/src/policies/**/*.ts'],
    [
      notWeb,
      ...notSql,
      door(
        `^node:|^fastify|${into('storage', 'engines', 'runs', 'routes', 'commands', 'mail')}`,
        'Policies are pure: take rows as values and answer; reading them belongs to the command.',
      ),
    ],
  ),
  room(
    'presenters',
    ['server/src/presenters/**/*.ts'],
    [
      ...serverDoors,
      door(
        into('routes', 'commands', 'engines', 'runs'),
        'A presenter turns rows into the words of the contract; loading them belongs to the command.',
      ),
    ],
  ),
  room(
    'runs',
    ['server/src/runs/**/*.ts'],
    [
      ...serverDoors,
      door(into('routes', 'presenters'), 'The life of a run does not depend on who asks about it.'),
    ],
  ),
  room(
    'queries of runs',
    ['readRuns', 'runRows', 'scheduleRows', 'workerRows', 'lease'].map(
      (name) => `server/src/runs/${name}.ts`,
    ),
    [
      notWeb,
      noSpawning,
      door(into('routes', 'presenters'), 'The life of a run does not depend on who asks about it.'),
    ],
  ),
  room(
    'storage',
    ['server/src/storage/**/*.ts'],
    [
      notWeb,
      noSpawning,
      door(
        `${into('routes', 'commands', 'runs', 'engines', 'mesher', 'presenters', 'policies', 'mail', 'auth')}|${into('demo', 'metrics', 'operator', 'config')}`,
        'Storage is the lowest room: it imports none of the others.',
      ),
    ],
  ),
  room(
    'operator',
    ['server/src/operator/**/*.ts'],
    [
      ...serverDoors,
      door(
        into('routes', 'commands', 'runs', 'engines', 'presenters', 'mail', 'demo', 'metrics'),
        'The operator changes accounts in the database; what a logged-in person does is a command.',
      ),
    ],
  ),
  room(
    'auth',
    ['server/src/auth/**/*.ts'],
    [
      ...serverDoors,
      door(
        into('routes', 'commands', 'runs', 'engines', 'presenters', 'mail', 'demo', 'metrics', 'operator'),
        'auth knows who somebody is and how often they may try: what follows from it belongs to a command.',
      ),
    ],
  ),
  room(
    'demo',
    ['server/src/demo/**/*.ts'],
    [
      ...serverDoors,
      door(
        into('routes', 'runs', 'engines', 'presenters', 'policies', 'mail', 'metrics', 'operator'),
        'Demo projects are made the way that a user makes one: by commands.',
      ),
    ],
  ),
  room(
    'mail',
    ['server/src/mail/**/*.ts'],
    [
      notWeb,
      noSpawning,
      // Of notSql, the door that lets types through would let them through this one too.
      noDrizzle,
      door(
        `${into('routes', 'commands', 'runs', 'engines', 'mesher', 'storage', 'presenters', 'policies', 'auth', 'demo')}|${into('metrics', 'operator', 'config')}`,
        'A mail is made of values: reading them belongs to the command that sends it.',
        { typesToo: true },
      ),
    ],
  ),
  room(
    'metrics',
    ['server/src/metrics/**/*.ts'],
    [
      ...serverDoors,
      door(
        into('routes', 'commands', 'engines', 'presenters', 'policies', 'mail', 'auth', 'demo', 'operator'),
        'Metrics count and read; whatever is counted knows nothing of them but the object it reports to.',
      ),
    ],
  ),
  room(
    'config',
    ['server/src/config/**/*.ts'],
    [
      ...serverDoors,
      door(
        `${into('routes', 'commands', 'runs', 'storage', 'presenters', 'policies', 'mail', 'auth', 'demo')}|${into('metrics', 'operator')}`,
        'config reads the environment and checks it; it is read by all, and needs none of them but the settings of engines.',
      ),
    ],
  ),
  room(
    'mesher',
    ['server/src/mesher/**/*.ts'],
    [
      notWeb,
      ...notSql,
      door(
        `^node:|${into('engines', 'storage', 'runs', 'routes', 'commands')}`,
        'mesher only thinks: files and programs belong to server/src/engines.',
      ),
    ],
  ),
  room(
    'engines',
    ['server/src/engines/**/*.ts'],
    [
      notWeb,
      ...notSql,
      door(
        into('routes', 'commands', 'runs', 'storage', 'presenters', 'policies', 'mail'),
        'An engine gets a folder and gives an answer: it knows neither users nor the database.',
      ),
    ],
  ),
  room(
    'exports',
    ['server/src/exports/**/*.ts'],
    [
      notWeb,
      ...notSql,
      door(
        into('routes', 'commands', 'runs', 'storage', 'presenters', 'policies', 'mail'),
        'A writer gets what is to be in a file and where to write it: it knows neither users nor the database.',
      ),
    ],
  ),
  room(
    'tests of the parts',
    ['server/test/**/*.ts', 'contract/test/**/*.ts', 'web/test/**/*.{ts,tsx}'],
    [notOtherTests],
  ),
  room(
    'e2e',
    ['e2e/**/*.ts'],
    [
      door(
        '(^|/)(server|web)/src/',
        'Browser tests use the product as a user does: through its pages and its API.',
      ),
      notOtherTests,
    ],
  ),
  room(
    'measurements and tools',
    ['validation/**/*.ts', 'benchmarks/**/*.ts', 'tools/**/*.mjs'],
    [notOtherTests],
  ),
  ...[
    ['client package', 'sdk/typescript/src/*.ts', '^\\./cli/'],
    ['command line', 'sdk/typescript/src/cli/**/*.ts', '^$'],
    // The one that starts the mesher and the solver of a checkout
    ['command line without a server', 'sdk/typescript/src/cli/local.ts', '^$', true],
  ].map(([name, files, closed, starts = false]) =>
    room(
      name,
      [files],
      [
        notWeb,
        notServer,
        ...(starts ? [] : [noSpawning]),
        door(closed, 'The client does not know the command line that calls it.', { typesToo: true }),
        door(
          '^(?!\\.{1,2}/|node:|@pace/contract(/export)?$|zod$)',
          'The package needs the contract and Node alone.',
          {
            typesToo: true,
          },
        ),
      ],
    ),
  ),
  room(
    'testing',
    ['testing/**/*.ts'],
    [
      door(
        '^@pace/|(^|/)(contract|server|web|e2e|tools|validation|benchmarks)/',
        'testing is what tests of several parts share: it imports none of them.',
        { typesToo: true },
      ),
    ],
  ),
);
