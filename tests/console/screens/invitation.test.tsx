// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accessToken } from '../../../src/console/session/store.ts';
import { answerSession, bodyOfCall, useConsole, visitConsole } from './invitation-stage.ts';
