import { makeElement } from './make-element.ts';

/** A button that does something on a press. */
export function makeButton(label: string, press: () => void): HTMLButtonElement {
  const button = makeElement('button', { type: 'button' }, label);
  button.addEventListener('click', press);
  return button;
}

/** Copies a text, and says so on the button. Without access to the clipboard, shows it for a manual copy. */
export function copyText(button: HTMLButtonElement, text: string): void {
  const showText = () => {
    const field = makeElement('input', { class: 'link', readonly: true, 'aria-label': 'Text' });
    field.value = text;
    button.replaceWith(field);
    field.select();
  };
  if (navigator.clipboard === undefined) {
    showText();
    return;
  }
  navigator.clipboard.writeText(text).then(() => {
    button.textContent = 'Copied';
  }, showText);
}
