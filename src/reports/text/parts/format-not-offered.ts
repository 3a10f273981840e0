import type { Unobserved } from '../../../model/plan/plan.ts';

/** What each part of the service that is not offered would have let us do. */
const partNames = {
  accounts: 'reading accounts',
  connectors: 'listing installed connectors',
  templates: 'listing templates',
  cycles: 'pausing cycles',
} as const;

/** What the service does not offer, and how much of what we wrote nobody sees for that. Some part is missing. */
export function formatNotOffered({ notOffered, notReadable }: Unobserved): string {
  const parts = notOffered.map((part) => partNames[part]).join(', ');
  const fields =
    notReadable === 1
      ? '1 field is not shown and counts'
      : `${notReadable} fields are not shown and count`;
  return `does not offer ${parts}; ${fields} as last written`;
}
