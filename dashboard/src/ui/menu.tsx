import {
  type ButtonHTMLAttributes,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import './menu.css';

// The code of menus comes when the first one is reached for: nobody waits for it before seeing what broke.
const loadMenus = () => import('./open-menu.tsx');
const OpenChoiceMenu = lazy(async () => ({ default: (await loadMenus()).OpenChoiceMenu }));
const OpenActionMenu = lazy(async () => ({ default: (await loadMenus()).OpenActionMenu }));

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

export interface MenuOption {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceMenuProps {
  /** What is chosen, as the heading of the list: "Severity". */
  readonly label: string;
  readonly value: string;
  readonly options: readonly MenuOption[];
  readonly onChange: (value: string) => void;
  readonly trigger: Trigger;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
}

/** A button that opens a list to choose one from. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  return <OnDemand trigger={props.trigger}>{<OpenChoiceMenu {...props} />}</OnDemand>;
}

export interface MenuAction {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
}

export interface ActionMenuProps {
  readonly actions: readonly MenuAction[];
  readonly trigger: Trigger;
}

/** A button that opens a list of things to do. */
export function ActionMenu(props: ActionMenuProps) {
  return <OnDemand trigger={props.trigger}>{<OpenActionMenu {...props} />}</OnDemand>;
}

/** The trigger alone until it is used; from then on the menu, which brings the trigger along. */
function OnDemand({ trigger, children }: { readonly trigger: Trigger; readonly children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  const load = (): void => void loadMenus();
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsWanted(true),
    onPointerEnter: load,
    onFocus: load,
  });
  return isWanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
