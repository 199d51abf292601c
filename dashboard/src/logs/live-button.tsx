import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './live-button.css';

interface LiveButtonProps {
  /** Whether new entries would be seen to come. */
  readonly isConnected: boolean;
  /** Whether new entries show as they come. */
  readonly isFollowing: boolean;
  readonly onSwitch: () => void;
}

/** Whether the list follows the log, and the way to change that. */
export function LiveButton({ isConnected, isFollowing, onSwitch }: LiveButtonProps) {
  const word = !isFollowing ? 'On hold' : isConnected ? 'Live' : 'Offline';
  return (
    <Button
      className="live-button"
      aria-label={`${word}: ${isFollowing ? 'pause' : 'resume'}`}
      title={isFollowing ? 'Hold the list still (Space)' : 'Go to the newest entries and follow them (Space)'}
      onClick={onSwitch}
    >
      <span className="live-dot" data-on={(isFollowing && isConnected) || undefined} />
      <span className="live-word">{word}</span>
      <Icon name={isFollowing ? 'pause' : 'play'} />
    </Button>
  );
}
