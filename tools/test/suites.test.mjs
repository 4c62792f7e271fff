// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ctestOutcome, vitestOutcome } from '../steps/suites.mjs';

const CTEST = `test 1
      Start  1: mesh
1: Test command: /build/test_mesh
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

test('skipped cases are named', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'a' },
          { status: 'skipped', fullName: 'a Slurm cluster solves' },
        ],
      },
    ],
  };
  assert.deepEqual(vitestOutcome(report, 0), { passed: 1, failed: 0, skipped: ['a Slurm cluster solves'] });
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
