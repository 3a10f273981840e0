import { withLabels } from '../../../src/app/output/with-labels.ts';
import type { Labels, Report } from '../../../src/model/report/report-document.ts';

/** Finds labels for each account, in the order in which they are first asked for. */
class SampleLabels extends Map<string, Labels> {
  readonly #make: (nth: number) => Labels;

  constructor(make: (nth: number) => Labels) {
    super();
    this.#make = make;
  }

  override get(key: string): Labels {
    const known = super.get(key) ?? this.#make(this.size);
    this.set(key, known);
    return known;
  }
}

/** The same report, with labels for every account. */
export function withSampleLabels(report: Report, make: (nth: number) => Labels): Report {
  return withLabels(report, new SampleLabels(make));
}
