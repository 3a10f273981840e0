import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report, ScannedReport } from '../../../src/model/report/report-document.ts';
import { formatGithub } from '../../../src/reports/ci/format-github.ts';
import { formatJunit } from '../../../src/reports/ci/format-junit.ts';
import { formatSarif } from '../../../src/reports/ci/sarif/format-sarif.ts';
import { findJunitFaults, findSarifFaults } from '../../schemas/validators.ts';
import { anyReport } from '../samples/any-document.ts';
import { readCommands } from '../samples/read-commands.ts';
import { findRawLines, join, made } from '../samples/read-text.ts';

const anyScanned = anyReport.filter(isScanned);

function isScanned(report: Report): report is ScannedReport {
  return report.kind !== 'apply';
}

describe('whatever the names hold', () => {
  it('JUnit XML is valid, and counts what it has', async () => {
    const many = fc.array(anyScanned, { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(many, async (reports) => {
        const texts = await Promise.all(reports.map((report) => join(formatJunit(report, made))));
        expect(await findJunitFaults(texts)).toEqual([]);
        for (const text of texts) {
          expect(findRawLines(text)).toEqual([]);
          const [, tests, failures, errors] =
            /<testsuites name="cyclectl" tests="(\d+)" failures="(\d+)" errors="(\d+)">/.exec(
              text,
            ) ?? [];
          expect(countTags(text, 'testcase')).toBe(Number(tests));
          expect(countTags(text, 'failure')).toBe(Number(failures));
          expect(countTags(text, 'error')).toBe(Number(errors));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('SARIF is valid, with every place within the repository and no name as a link', async () => {
    await fc.assert(
      fc.asyncProperty(anyScanned, async (report) => {
        const text = await join(formatSarif(report, made));
        expect(findSarifFaults(text)).toEqual([]);
        expect(findRawLines(text)).toEqual([]);
        const [{ results, tool }] = JSON.parse(text).runs;
        const rules = tool.driver.rules.map(({ id }: { id: string }) => id);
        for (const { ruleId, message, locations } of results) {
          expect(rules).toContain(ruleId);
          expect(message.text).not.toMatch(/\]\(|\{\d+\}/);
          const { uri } = locations[0].physicalLocation.artifactLocation;
          expect(uri).toMatch(/^integrations\/[\w%.~!*'()/-]*$/);
        }
      }),
    );
  });

  it('GitHub gets no command but the annotations, no more than it shows, and none hides in one', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const text = await join(formatGithub(report, made));
        expect(findRawLines(text)).toEqual([]);
        const commands = readCommands(text);
        expect(commands).toHaveLength(text.split('\n').length - 1);
        for (const level of ['error', 'warning', 'notice']) {
          const some = commands.filter(({ name }) => name === level);
          expect(some.length).toBeLessThanOrEqual(10);
        }
        for (const { name, properties, data } of commands) {
          expect(['error', 'warning', 'notice']).toContain(name);
          const known = ['file', 'line', 'endLine', 'col', 'title'];
          expect(Object.keys(properties).filter((key) => !known.includes(key))).toEqual([]);
          expect(properties.file ?? made.folder).toMatch(/^integrations\//);
          expect(readCommands([data, ...Object.values(properties)].join('\n'))).toEqual([]);
        }
      }),
    );
  });
});

function countTags(text: string, name: string): number {
  return text.split(`<${name} `).length - 1;
}
