import { expect, it } from 'vitest';
import { findJunitFaults, findSarifFaults } from './validators.ts';

it('the schema of JUnit refuses what XML cannot have, and what has no name', async () => {
  const suite = (inside: string) =>
    `<testsuites><testsuite name="a" tests="1" failures="0" errors="0">${inside}</testsuite></testsuites>`;
  expect(await findJunitFaults([suite('<testcase name="a"/>')])).toEqual([]);
  for (const wrong of ['<testcase/>', '<testcase name="\u0001"/>', '<testcase name="a">']) {
    expect(await findJunitFaults([suite(wrong)])).not.toEqual([]);
  }
});

it('the schema of SARIF refuses a level that there is not, and a path that is none', () => {
  const log = (level: string, uri: string) => {
    const locations = [{ physicalLocation: { artifactLocation: { uri } } }];
    const results = [{ level, message: { text: 'a' }, locations }];
    const runs = [{ tool: { driver: { name: 'a' } }, results }];
    return JSON.stringify({ version: '2.1.0', runs });
  };
  expect(findSarifFaults(log('error', 'a/b%20c.yaml'))).toEqual([]);
  expect(findSarifFaults(log('fatal', 'a.yaml'))).not.toEqual([]);
  expect(findSarifFaults(log('error', 'a b.yaml'))).not.toEqual([]);
});
