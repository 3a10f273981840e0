import type { Report, ReportFormat } from '../../model/report/report-document.ts';
import { planWords } from '../blocks/words/plan-words.ts';

const titles = Object.values(planWords).map(({ title }) => title);
const kinds = ['plan', 'apply', 'drift', 'validate', 'refused'] satisfies readonly Report['kind'][];

/** The start of each format, independent of the content. */
const beginnings: Readonly<Record<ReportFormat, RegExp>> = {
  text: new RegExp(
    String.raw`^(?:(?:${titles.join('|')}|Drift of|Validation of|Nothing was (?:applied to|destroyed in)|(?:Applied(?: in part)? to|Destroyed(?:, not all of it,| in part)? in)) |(?:Valid|Not valid)(?:\. \d+ account|[:,] \d+ (?:error|warning))|cyclectl .*ended with \d+: )`,
  ),
  json: new RegExp(`^\\{"format":"cyclectl\\.dev/report/v\\d+","kind":"(?:${kinds.join('|')})",`),
  markdown: /^<!-- cyclectl:/,
  html: /^<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="cyclectl">/,
  github: /^::(?:error|warning|notice) (?:[^\n]*,)?title=/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="cyclectl" /,
  sarif:
    /^\{"\$schema":"[^"\n]*","version":"2\.1\.0","runs":\[\{"tool":\{"driver":\{"name":"cyclectl",/,
};

/** Returns whether a file with this start is a report of cyclectl in a format. */
export function isOwnReport(format: ReportFormat, beginning: string): boolean {
  return beginnings[format].test(beginning);
}
