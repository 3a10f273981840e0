import { toAccountAddress, toConnectorAddress } from '../../../src/model/address.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import type { DriftReport } from '../../../src/model/report/report-document.ts';
import { reportDrift } from '../samples/read-text.ts';
import { at, drifted, plain } from '../samples/samples.ts';

/** Names and values that would like to be markup, code, colours or another direction of writing. */
export const hostileTexts: readonly string[] = [
  '<script>document.title="run"</script>',
  '</script><script>document.title="run"</script>',
  '<!--<script>',
  '"><img src=x onerror=document.title="run">',
  `' onclick='document.title="run"'`,
  '\u001b[31mred\u001b[0m',
  'left\u202eright',
  '\u2028\u2029',
  '__proto__',
  'constructor',
  '{{7*7}} #{7*7}',
  'javascript:document.title="run"',
];

const megabyte = '\u202e<b>'.repeat(250_000);

/** A drift report of which each account, object, path and value is such a text. */
export function makeHostileReport(): DriftReport {
  const accounts = hostileTexts.map((name, number): DriftAccount => {
    const object = toConnectorAddress(name, hostileTexts[(number + 1) % hostileTexts.length] ?? '');
    return {
      kind: 'read',
      account: name,
      at: { ...at(1, 1), file: `accounts/${name}.yaml` },
      objects: [
        { address: toAccountAddress(name), isThere: true },
        { address: object, isThere: true },
      ],
      items: [
        drifted(
          ['properties', name],
          [plain(name), plain(number === 0 ? megabyte : `${name}\n${name}`)],
          { address: object, at: { ...at(1, 1), file: `accounts/${name}.yaml` } },
        ),
      ],
      manifestMoved: 0,
      isApplied: true,
      notices: [{ kind: 'foreign', object: 'cycle', name }],
      ignored: [],
      notOffered: [],
      notReadable: 0,
    };
  });
  return reportDrift(accounts);
}
