// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ctestOutcome, tapOutcome, unittestOutcome, vitestOutcome } from '../steps/outcomes.mjs';
import { summary } from '../steps/summary.mjs';

const CTEST = `test 1
      Start  1: mesh
1: Test command: /build/test_mesh
1: 1.250000 s: a sphere is closed
1: [doctest] test cases:  12 |  12 passed | 0 failed | 0 skipped
1/3 Test  #1: mesh .............................   Passed    0.10 sec
test 2
2: TEST CASE:  a sphere of metal
2: test.cpp:10: ERROR: CHECK( 1 == 2 ) is NOT correct!
2: [doctest] test cases:   5 |   3 passed | 2 failed | 1 skipped
2/3 Test  #2: input ............................***Failed    0.10 sec
test 3
3: about to fall
3/3 Test  #3: method ...........................***Exception: SegFault  0.10 sec
`;

test('cases of all solver programs are summed, and a program that crashes counts as one failure', () => {
  const { outcome, failures } = ctestOutcome(CTEST, 8);
  assert.deepEqual(outcome, {
    passed: 15,
    failed: 3,
    failures: [
      'a sphere of metal',
      '3/3 Test  #3: method ...........................***Exception: SegFault  0.10 sec',
    ],
    cases: [{ name: 'a sphere is closed', seconds: 1.25 }],
  });
  assert.match(failures, /CHECK\( 1 == 2 \)/);
  assert.match(failures, /about to fall/);
  assert.doesNotMatch(failures, /test_mesh/);
});

test('doctest in colours is counted too', () => {
  const coloured =
    '1: [doctest] test cases: \u001B[0;32m 7\u001B[0m | \u001B[0;32m7 passed\u001B[0m | \u001B[0m0 failed\u001B[0m |\n1/1 Test #1: a ... Passed 1 sec\n';
  assert.deepEqual(ctestOutcome(coloured, 0).outcome, { passed: 7, failed: 0 });
});

test('ctest without tests is a failure', () => {
  assert.equal(ctestOutcome('No tests were found!!!\n', 0).outcome.failed, 1);
});

test('ctest that ends badly without a failed case is a failure', () => {
  assert.equal(ctestOutcome(CTEST.split('test 2')[0] ?? '', 8).outcome.failed, 1);
});

test('a test file that cannot be loaded counts as one failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  const { passed, failed } = vitestOutcome(report, 1);
  assert.deepEqual({ passed, failed }, { passed: 4, failed: 2 });
});

test('cases that did not run are named with their reason', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'a', duration: 20 },
          { status: 'skipped', fullName: 'a Slurm cluster solves', meta: { reason: 'slurmd is missing' } },
          { status: 'skipped', fullName: 'b' },
        ],
      },
    ],
  };
  assert.deepEqual(vitestOutcome(report, 0), {
    passed: 1,
    failed: 0,
    skipped: ['a Slurm cluster solves: slurmd is missing', 'b: no reason is given'],
    cases: [{ name: 'a', seconds: 0.02 }],
  });
});

test("cases of Node's runner are counted and timed", () => {
  const output = `TAP version 13
ok 1 - a table
  ---
  duration_ms: 12.5
  ...
not ok 2 - a line
  ---
  duration_ms: 1
  ...
# pass 1
# fail 1
`;
  assert.deepEqual(tapOutcome(output, 1), {
    passed: 1,
    failed: 1,
    failures: ['a line'],
    cases: [
      { name: 'a table', seconds: 0.0125 },
      { name: 'a line', seconds: 0.001 },
    ],
  });
});

test('the summary ends with the line that counts, after the slowest cases and all that failed or did not run', () => {
  const cases = Array.from({ length: 40 }, (_, i) => ({ name: `case ${i}`, seconds: i }));
  const row = {
    name: 'web',
    passed: 3,
    failed: 1,
    seconds: 9,
    processorSeconds: 7.25,
    begin: { seconds: 4, after: 'lint' },
  };
  const { text } = summary([{ ...row, cases, failures: ['one: no'], skipped: ['two: no MPI'] }], 10);
  assert.match(text, /\nweb +3 +1 +4\.0 +9\.0 +7\.3 +1 not run, waited for lint\n/);
  assert.match(text, /The 30 slowest cases:\n +39\.0 s +web: case 39\n/);
  assert.doesNotMatch(text, /case 9\n/);
  assert.match(text, /NOT RUN:\n +web: two: no MPI\n/);
  assert.match(text, /FAILED:\n +web: one: no\n/);
  assert.match(text, /\n3 passed, 1 failed\n$/);
});

test('failed cases are named with the first line of what they say', () => {
  const report = {
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [
      {
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'a run is kept',
            failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at here'],
          },
        ],
      },
    ],
  };
  assert.deepEqual(vitestOutcome(report, 1).failures, ['a run is kept: AssertionError: expected 1 to be 2']);
});

test('a suite that crashes after its last case, or before its report, is a failure', () => {
  assert.equal(vitestOutcome({ numPassedTests: 4, numFailedTests: 0, testResults: [] }, 1).failed, 1);
  assert.equal(vitestOutcome(undefined, 1).failed, 1);
});

const UNITTEST = `test_a (tests.test_units.Units.test_a)
A number is a number. ... ok
test_b (tests.test_units.Units.test_b) ... FAIL
test_c (tests.test_mat.Mat.test_c)
An independent reader. ... skipped 'scipy is not installed'
test_d (tests.test_mat.Mat.test_d) ... ERROR

======================================================================
ERROR: test_d (tests.test_mat.Mat.test_d)
----------------------------------------------------------------------
Traceback (most recent call last):
======================================================================
FAIL: test_b (tests.test_units.Units.test_b)
----------------------------------------------------------------------
Ran 4 tests in 1.250s

FAILED (failures=1, errors=1, skipped=1)
`;

test("the cases of Python's unittest are counted, with those that did not run and why", () => {
  assert.deepEqual(unittestOutcome(UNITTEST, 1), {
    passed: 1,
    failed: 2,
    failures: ['test_d (tests.test_mat.Mat.test_d)', 'test_b (tests.test_units.Units.test_b)'],
    skipped: ['An independent reader.: scipy is not installed'],
  });
  assert.deepEqual(unittestOutcome('Ran 3 tests in 0.1s\n\nOK\n', 0), { passed: 3, failed: 0 });
  assert.deepEqual(unittestOutcome('Ran 3 tests in 0.1s\n\nOK\n', 1), {
    ...{ passed: 3, failed: 1 },
    note: 'exit code 1',
  });
  assert.equal(unittestOutcome('python3: no module', 1).failed, 1);
});
