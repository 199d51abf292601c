import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './live-button.css';

interface LiveButtonProps {
  /** Whether new entries show as they come. */
  readonly isFollowing: boolean;
  readonly onSwitch: () => void;
}

/** Whether the list follows the log, and the way to change that. */
export function LiveButton({ isFollowing, onSwitch }: LiveButtonProps) {
  return (
    <Button
      className="live-button"
      aria-label={isFollowing ? 'Live: pause' : 'On hold: resume'}
      title={isFollowing ? 'Hold the list still (Space)' : 'Go to the newest entries and follow them (Space)'}
      onClick={onSwitch}
    >
      <span className="live-dot" data-on={isFollowing || undefined} />
      <span className="live-word">{isFollowing ? 'Live' : 'On hold'}</span>
      <Icon name={isFollowing ? 'pause' : 'play'} />
    </Button>
  );
}
