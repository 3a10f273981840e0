import { stdout } from 'node:process';
import { listServices } from './limits/list-services.ts';
import { measurePace } from './limits/measure-pace.ts';

// `npm run bench:limits`: the share of what simulated services serve that the limiter uses. The
// clock is virtual, so that the table is the same on every machine.

/** What `limits.requestsPerSecond` is set to; null: not set. */
const settings = [10, 100, 1_000_000, null] as const;
const unset = { startsPerSecond: 50, growsFrom: 10 };
const goals = { used: 0.95, refused: 0.02 };

const lines: string[] = [
  `| service | ${settings.map((set) => set?.toLocaleString('en') ?? 'not set').join(' | ')} |`,
  `| --- | ${settings.map(() => '---').join(' | ')} |`,
];
for (const { name, hasGoal, counted, make } of listServices()) {
  const cells: string[] = [];
  for (const set of settings) {
    const rate = set === null ? unset : { startsPerSecond: set };
    const service = make();
    const { served, refused, failed, latencyMs } = await measurePace({
      service,
      limits: { concurrency: 8, ...rate },
      countedMs: [counted[0] * 1000, counted[1] * 1000],
      seed: 7,
    });
    const used = served / Math.min(service.perSecond, rate.startsPerSecond);
    const isMet = used >= goals.used && refused < goals.refused && failed === 0;
    const text = [
      `${Math.min(100, used * 100).toFixed(1)} %`,
      ...(refused > 0 ? [`${(refused * 100).toFixed(2)} % refused`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(latencyMs > 60 ? [`${Math.round(latencyMs)} ms`] : []),
    ].join(', ');
    cells.push(isMet ? text : `**${text}**`);
  }
  lines.push(`| ${name}${hasGoal ? '' : ' *'} | ${cells.join(' | ')} |`);
}
stdout.write(`${lines.join('\n')}\n`);
