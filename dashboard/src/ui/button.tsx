import type { ButtonHTMLAttributes, Ref } from 'react';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  /** For a button with only an icon in it; it needs an `aria-label`. */
  readonly square?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button in one of three weights, or one that cannot be taken back. */
export function Button({ kind = 'plain', square = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? 'button' : `button ${className}`}
      data-kind={kind}
      data-square={square || undefined}
      {...rest}
    />
  );
}
