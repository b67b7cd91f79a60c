import { EMBEDDED_MODEL_ID } from '../../../shared/models.ts';
import { models } from '../../db/schema/platform.ts';
import { type Db, withPlatform } from '../../db/tenant.ts';
import { t } from '../../runtime/translate.ts';

export async function seedModels(db: Db): Promise<void> {
  await withPlatform(db, (tx) =>
    tx
      .insert(models)
      .values({
        id: EMBEDDED_MODEL_ID,
        name: t('chat.embedded_model'),
        kind: 'chat',
        provider: 'embedded',
        modelName: '',
        // It does not count tokens; an answer has a fixed price (`EMBEDDED_ANSWER_COST`).
        inputTokensPerCredit: 1,
        outputTokensPerCredit: 1,
        inputPrice: 0,
        outputPrice: 0,
        conversionAmount: 10_000,
        conversionCredits: 500_000,
        temperature: 0,
        tokenWindow: 512,
        maxResponseTokens: 512,
        prompts: { answer: '', classify: '' },
        defaultMessages: { declined: '', error: '' },
        fallsBack: false,
      })
      .onConflictDoNothing(),
  );
}
