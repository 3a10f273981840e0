/** A number of events, each with the same share, independent of each other. */
export type Binomial = { readonly trials: number; readonly share: number };

/** Finds the probability of `least` events or more: exact, but for rounding. */
export function findUpperTail(least: number, { trials, share }: Binomial): number {
  if (least > trials) return 0;
  // Sums the smaller side, whose terms fall from the first on.
  if (least <= trials * share)
    return 1 - findUpperTail(trials - least + 1, { trials, share: 1 - share });
  let term = Math.exp(findLogTerm(least, { trials, share }));
  let sum = 0;
  for (let events = least; sum + term !== sum; events += 1) {
    sum += term;
    term *= ((trials - events) / (events + 1)) * (share / (1 - share));
  }
  return sum;
}

// As a logarithm, because the factors of many trials are beyond the numbers.
function findLogTerm(events: number, { trials, share }: Binomial): number {
  let log = events * Math.log(share) + (trials - events) * Math.log1p(-share);
  for (let index = 1; index <= events; index += 1)
    log += Math.log((trials - events + index) / index);
  return log;
}
