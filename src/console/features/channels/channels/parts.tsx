import { channels } from '../../../../../resources/channels.ts';
import { parts } from '../../../resource/parts.ts';
import { SetupSteps } from './setup-steps.tsx';
import { SilencedVisitors } from './silenced-visitors.tsx';

export default parts(channels, {
  // The steps at Meta with what each check found, and to whom the assistant does not speak.
  useShow: () => ({
    below: (channel) => (
      <>
        <SetupSteps key={channel.accessToken} channel={channel} />
        <SilencedVisitors channelId={channel.id} />
      </>
    ),
  }),
});
