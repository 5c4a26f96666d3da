package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** The adapter as a plain Spring bean, as it stands in {@code activemq.xml}. */
final class SpringConfigurationTest {

  private static GenericXmlApplicationContext context(String properties) {
    String xml =
        """
        <beans xmlns="http://www.springframework.org/schema/beans"
               xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
               xsi:schemaLocation="http://www.springframework.org/schema/beans
                                   http://www.springframework.org/schema/beans/spring-beans.xsd">
          <bean id="adapter" class="io.levee.activemq.LeveePersistenceAdapter">%s</bean>
        </beans>
        """
            .formatted(properties);
    return new GenericXmlApplicationContext(
        new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void sizesMayBeWrittenWithUnits(@TempDir Path directory) throws Exception {
    try (GenericXmlApplicationContext context =
        context(
            """
            <property name="directory" value="%s"/>
            <property name="diskReserve" value="16mb"/>
            <property name="writeBufferSize" value="8mb"/>
            """
                .formatted(directory))) {
      LeveePersistenceAdapter adapter = context.getBean(LeveePersistenceAdapter.class);
      adapter.start();
      assertThat(adapter.getDestinations()).isEmpty();
      adapter.stop();
    }
  }

  @Test
  void aSizeThatIsNoneIsRefusedWithTheNameOfTheProperty() {
    assertThatThrownBy(() -> context("<property name=\"diskReserve\" value=\"plenty\"/>"))
        .isInstanceOf(BeanCreationException.class)
        .hasStackTraceContaining("diskReserve must be a number of bytes");
  }
}
