import { describe, expect, it } from 'vitest';
import { readCiRun } from '../../../src/app/git/read-ci-run.ts';

const github = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'contoso/customers',
  GITHUB_RUN_ID: '4711',
};

describe('the run of a pipeline', () => {
  it.each([
    [github, 'https://github.com/contoso/customers/actions/runs/4711'],
    [
      { ...github, GITHUB_SERVER_URL: 'https://ghe.contoso.example/' },
      'https://ghe.contoso.example/contoso/customers/actions/runs/4711',
    ],
    [
      { CI_JOB_URL: 'https://gitlab.com/c/p/-/jobs/7', CI_PIPELINE_URL: 'https://gitlab.com/p' },
      'https://gitlab.com/c/p/-/jobs/7',
    ],
    [{ CI_PIPELINE_URL: 'https://gitlab.com/p/8' }, 'https://gitlab.com/p/8'],
    [{ BUILDKITE_BUILD_URL: 'https://buildkite.com/c/b/9#x' }, 'https://buildkite.com/c/b/9'],
    [{ BUILD_URL: 'http://jenkins.local:8080/job/x/1/' }, 'http://jenkins.local:8080/job/x/1/'],
    [{ CI_JOB_URL: 'no address', BUILD_URL: 'https://ci.example/1' }, 'https://ci.example/1'],
  ])('is recognized by %o', (environment, address) => {
    expect(readCiRun(environment)).toBe(address);
  });

  it.each([
    {},
    { ...github, GITHUB_RUN_ID: '7/../../evil' },
    { ...github, GITHUB_REPOSITORY: 'a/b?c=d' },
    { CI_JOB_URL: 'https://user:word@gitlab.com/p' },
    { CI_JOB_URL: 'https://user@gitlab.com/p' },
    { BUILD_URL: 'javascript:alert(1)' },
    { BUILD_URL: 'file:///etc/passwd' },
    { BUILD_URL: `https://ci.example/${'x'.repeat(500)}` },
    { BUILD_URL: `https://ci.example/${'é'.repeat(200)}` },
    { BUILD_URL: '' },
  ])('is not recognized by %o', (environment) => {
    expect(readCiRun(environment)).toBeNull();
  });

  it('is reported without a possible token', () => {
    const address = readCiRun({ BUILD_URL: 'https://ci.example/run/1?token=abc#part' });
    expect(address).toBe('https://ci.example/run/1');
  });

  it('is reported without control characters', () => {
    const address = readCiRun({ BUILD_URL: 'https://ci.example/\u001b[31m\u202ered' });
    expect(address).toBe('https://ci.example/%1B[31m%E2%80%AEred');
  });
});
