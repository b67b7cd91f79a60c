import { channels } from '../../../../../resources/channels.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { ShowPage } from '../../../resource/show-page.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { SilencedVisitors } from './silenced-visitors.tsx';

export function ChannelsPage() {
  return <ListPage resource={channels} />;
}

export function ChannelForm() {
  return <FormDialog resource={channels} hasSecrets />;
}

/** A number: its state, the steps at Meta with what each check found, and to whom the assistant does not speak. */
export function ChannelPage() {
  return (
    <ShowPage
      resource={channels}
      below={(channel) => (
        <>
          <SetupSteps key={channel.accessToken} channel={channel} />
          <SilencedVisitors channelId={channel.id} />
        </>
      )}
    />
  );
}
