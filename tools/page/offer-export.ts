import type { PageAccount, PageData } from '../../src/reports/html/page-data.ts';
import { copyText } from './copy-text.ts';
import { findElement } from './make-element.ts';
import type { View } from './view-in-hash.ts';

/** Accounts that a command line has room for. */
const maxAccounts = 100;

/** Button that copies the listed accounts as options of a command; hidden without a filter. */
export function offerExport({ accounts: all }: PageData): {
  readonly show: (accounts: readonly PageAccount[], view: View) => void;
} {
  const button = findElement('export', HTMLButtonElement);
  let text = '';
  button.addEventListener('click', () => copyText(button, text));
  return {
    show: (accounts, view) => {
      const isPart = accounts.length > 0 && accounts.length < all.length;
      const byLabels = formatLabels(view);
      button.hidden = !isPart || (byLabels === null && accounts.length > maxAccounts);
      button.textContent = 'Copy --select';
      text = byLabels ?? accounts.map(({ name }) => formatOption(`account=${name}`)).join(' ');
    },
  };
}

/** One option for a list that labels alone filter; otherwise null. */
function formatLabels(view: View): string | null {
  const filters = ['search', 'state', 'kind', 'impact', 'group'] as const;

  if (filters.some((name) => view[name] !== '')) return null;
  const wanted = Object.entries(view.labels).filter(([, value]) => value !== '');
  if (wanted.length === 0 || wanted.some(([, value]) => value.includes(','))) return null;
  return formatOption(wanted.map(([name, value]) => `label=${name}=${value}`).join(','));
}

function formatOption(selection: string): string {
  const isPlain = /^[\w./:=@%+,-]+$/.test(selection);
  return `--select ${isPlain ? selection : `'${selection.replaceAll("'", "'\\''")}'`}`;
}
