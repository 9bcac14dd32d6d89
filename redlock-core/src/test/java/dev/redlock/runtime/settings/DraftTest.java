// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.engine.settings.AbstractDraft;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.address.NodeAddress;

/**
 * A record takes its values by their order, and many have the same type.
 */
class DraftTest
{
    private static Stream<AbstractDraft<?, ?>> drafts()
    {
        return Stream.of(new ClaimOptions.Draft(),
            new EngineConfig.Draft().with((draft) -> draft.quorum = Quorum.majorityOf(3)),
            new ClientSettings.Draft().with((draft) -> draft.nodes = List.of(NodeAddress.of("h", 1))));
    }

    /*
     * A fenced attempt may have to propose again, and again the slowest node takes its time.
     */
    @Test
    void shouldLeaveACallWithoutPatienceItsRounds()
    {
        final ClientSettings settings = new ClientSettings.Draft().with((draft) ->
        {
            draft.nodes = List.of(NodeAddress.of("h", 1));
            draft.closeTimeoutNs = 0;
        }).conclude();
        final long nodeTimeoutNs = settings.engine().maxNodeTimeoutNs();

        assertThat(settings.callTimeoutNs(1)).isEqualTo(ClientSettings.GRACE_NS + nodeTimeoutNs);
        assertThat(settings.callTimeoutNs(4)).isEqualTo(ClientSettings.GRACE_NS + 4 * nodeTimeoutNs);
    }

    @Test
    void shouldLeaveACallTheTimeOfDurableVotesInEachRound()
    {
        final long durableNs = 2_000_000_000L;
        final ClientSettings settings = new ClientSettings.Draft().with((draft) ->
        {
            draft.nodes = List.of(NodeAddress.of("h", 1));
            draft.closeTimeoutNs = 0;
            draft.durableVotesNs = durableNs;
        }).conclude();

        assertThat(settings.callTimeoutNs(4)).isEqualTo(
            ClientSettings.GRACE_NS + 4 * (settings.engine().maxNodeTimeoutNs() + durableNs));
    }

    /**
     * Numbers differ by a little, so that they fit each other; of the flags each is set alone.
     */
    @ParameterizedTest
    @MethodSource("drafts")
    void shouldGiveEachComponentTheValueOfItsName(final AbstractDraft<?, ?> draft)
        throws ReflectiveOperationException
    {
        int order = 0;
        for (final Field field : draft.getClass().getFields())
        {
            order++;
            if (field.getType() == long.class && field.getLong(draft) > 0)
            {
                field.setLong(draft, field.getLong(draft) + order);
            }
            else if (field.getName().equals("maxExtensions"))
            {
                field.setInt(draft, 2 << order % 8);
            }
            else if (field.getName().equals("maxHandles") || field.getName().equals("maxKeyBytes"))
            {
                field.setInt(draft, field.getInt(draft) - order);
            }
        }
        checkNames(draft);
        for (final Field field : draft.getClass().getFields())
        {
            if (field.getType() == boolean.class)
            {
                field.setBoolean(draft, true);
                checkNames(draft);
                field.setBoolean(draft, false);
            }
        }
    }

    private static void checkNames(final AbstractDraft<?, ?> draft) throws ReflectiveOperationException
    {
        final Object made = draft.conclude();
        for (final RecordComponent component : made.getClass().getRecordComponents())
        {
            if (component.getType().isPrimitive() && !component.getName().equals("ttlMs"))
            {
                assertThat(component.getAccessor().invoke(made)).as(component.getName())
                    .isEqualTo(draft.getClass().getField(component.getName()).get(draft));
            }
        }
    }

    @Test
    void shouldChangeNothingIfAValueIsRefused()
    {
        final ClientSettings.Draft draft = new ClientSettings.Draft();

        assertThatIllegalArgumentException().isThrownBy(() -> draft.with((it) -> it.engines = 0));
        assertThat(draft.engines).isEqualTo(1);
    }
}
