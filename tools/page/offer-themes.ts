import { findElement } from './make-element.ts';

/** Button for the other of light and dark; before a click the page follows the system. */
export function offerThemes(): void {
  const button = findElement('theme', HTMLButtonElement);
  const says = findElement('theme-says', HTMLElement);
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (dataset.theme === undefined ? system.matches : dataset.theme === 'dark');
  const label = () => {
    says.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    label();
  });
  system.addEventListener('change', label);
  label();
  button.hidden = false;
}
