import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { toAddress } from '../base-path.ts';
import { navigate } from './location.ts';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly to: string;
  readonly children: ReactNode;
};

/** A link inside the dashboard: no page load, while new tabs, middle clicks and copying the address work as ever. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || rest.target !== undefined) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={toAddress(to)} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
